/** Names of the sets that can be archived, which help and shell completion need before the service is loaded. */
export const archiveNames = ['audit', 'activities', 'visits'] as const;

export type ArchiveName = (typeof archiveNames)[number];
