/** Every importable record set, each after the sets that it refers to. */
export const recordSets: readonly string[] = `
  states counties districts schools agents permissions roles users event-types contacts contact-merges contact-shares
  contact-transfers activities appointments locations agent-locations user-locations lines stations line-images
  line-questions checkins checkin-legs line-answers job-types gantt-tasks gantt-links projects project-team-members
  smartsheet-lines smartsheet-transfers securities-levels securities-listings securities-adjustments
  securities-payments agent-levels surveys survey-questions survey-options survey-invitations survey-answers
  gift-card-rewards documents document-shares slot-districts slot-district-approvals policy-documents record-types
  policy-document-defaults message-templates
`
  .trim()
  .split(/\s+/);
