/** Every record set that is imported, those that are referred to first. */
export const recordSets: readonly string[] = `
  states counties districts schools agents permissions roles
  users event-types contacts contact-shares contact-transfers activities locations
  agent-locations lines stations line-images line-questions checkins line-answers
  job-types gantt-tasks gantt-links projects project-team-members smartsheet-lines smartsheet-transfers
  securities-levels securities-listings securities-adjustments securities-payments agent-levels surveys survey-questions
  survey-options survey-invitations survey-answers gift-card-rewards documents document-shares slot-districts
  slot-district-approvals policy-documents record-types policy-document-defaults
`
  .trim()
  .split(/\s+/);
