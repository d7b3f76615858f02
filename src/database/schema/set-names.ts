/**
 * Names of the record sets, which help and shell completion need before the service is loaded. A table or a provider
 * whose set is not in this list does not compile.
 */
export const setNames = [
  'activities',
  'agent-levels',
  'agent-locations',
  'agents',
  'appointments',
  'audit',
  'checkin-legs',
  'checkins',
  'contact-merges',
  'contact-shares',
  'contact-transfers',
  'contacts',
  'counties',
  'districts',
  'document-shares',
  'documents',
  'event-types',
  'files',
  'gantt-links',
  'gantt-tasks',
  'gift-card-rewards',
  'job-types',
  'line-answers',
  'line-images',
  'line-questions',
  'lines',
  'locations',
  'message-templates',
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
  'user-locations',
  'users',
  'webhooks',
] as const;

/**
 * Sets that can be imported. `audit` and `files` are missing, because only the service's own operations write the
 * audit, and files must come with their contents.
 */
export const importedSetNames = setNames.filter((name) => name !== 'audit' && name !== 'files');

export type SetName = (typeof setNames)[number];
