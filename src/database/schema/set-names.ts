/**
 * The record sets, by name: known before the service is loaded, to whoever asks for help or completes a word. A table
 * or a provider whose set is not among them does not compile.
 */
export const setNames = [
  'activities',
  'agent-levels',
  'agent-locations',
  'agents',
  'audit',
  'checkins',
  'contact-shares',
  'contact-transfers',
  'contacts',
  'counties',
  'districts',
  'document-shares',
  'documents',
  'event-types',
  'gantt-links',
  'gantt-tasks',
  'gift-card-rewards',
  'job-types',
  'line-answers',
  'line-images',
  'line-questions',
  'lines',
  'locations',
  'permissions',
  'policy-document-defaults',
  'policy-documents',
  'project-team-members',
  'projects',
  'record-types',
  'roles',
  'schools',
  'securities-adjustments',
  'securities-levels',
  'securities-listings',
  'securities-payments',
  'slot-district-approvals',
  'slot-districts',
  'smartsheet-lines',
  'smartsheet-transfers',
  'states',
  'stations',
  'survey-answers',
  'survey-invitations',
  'survey-options',
  'survey-questions',
  'surveys',
  'users',
] as const;

/** Those that are imported too: nobody writes the audit but by what they do. */
export const importedSetNames = setNames.filter((name) => name !== 'audit');

export type SetName = (typeof setNames)[number];
