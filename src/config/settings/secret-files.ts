import { readFileSync } from 'node:fs';
import { extras } from '../../extras.js';

type Variables = Readonly<Partial<Record<string, string>>>;

export const secretSettings: readonly string[] = [
  'JWT_SECRET',
  'JWT_SECRETS_OLD',
  'FIELD_KEY',
  'FIELD_KEYS_OLD',
  'METRICS_TOKEN',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  ...extras.flatMap(({ settings }) => settings.secrets ?? []),
];

/** Settings whose value can be in a file that `<name>_FILE` names. The URLs contain passwords. */
export const fileSettings = ['DATABASE_URL', 'FILES_URL', ...secretSettings];

/**
 * Adds the settings whose values are in files, each without its final line break. `problems` has a sentence for each
 * file setting that cannot be used.
 */
export function withFiles(variables: Variables): { variables: Variables; problems: string[] } {
  const problems: string[] = [];
  const read: Partial<Record<string, string>> = {};
  for (const name of fileSettings) {
    const file = variables[`${name}_FILE`];
    if (file === undefined) continue;
    if (variables[name] !== undefined) {
      problems.push(`${name}_FILE must not be set together with ${name}`);
      continue;
    }
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push(`${name}_FILE must name a file that can be read`);
    }
  }
  return { variables: { ...variables, ...read }, problems };
}
