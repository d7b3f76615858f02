/**
 * The names of the sets of records. The help of the commands needs them before the service is loaded. The compiler
 * refuses sets of modules with other names, and the start of the service refuses such sets of tables.
 */
export const setNames = [
  'activities',
  'agent-levels',
  'agent-locations',
  'agents',
  'appointments',
  'audit',
  'booking-rules',
  'checkin-legs',
  'checkins',
  'contact-categories',
  'contact-differences',
  'contact-erasures',
  'contact-merges',
  'contact-shares',
  'contact-statuses',
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
  'jobs',
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
  'source-types',
  'special-days',
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
 * The names of the sets that can be imported. Only the service's own operations write the audit, and an import has no
 * contents of files.
 */
export const importedSetNames = setNames.filter((name) => name !== 'audit' && name !== 'files');

export type SetName = (typeof setNames)[number];

/** Throws for the name of no set. */
export function setNamed(name: string): SetName {
  const known = setNames.find((one) => one === name);
  if (known === undefined) throw new Error(`src/sets/set-names.ts has no record set ${name}: add it there.`);
  return known;
}
