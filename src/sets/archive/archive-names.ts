/** What can be archived: known before the service is loaded, to whoever asks for help or completes a word. */
export const archiveNames = ['audit', 'activities', 'visits'] as const;

export type ArchiveName = (typeof archiveNames)[number];
