import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { DateTime } from '../../record/fields.js';
import { ImporterService } from '../../sets/importer.service.js';
import type { ImportedSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import type { SetName } from '../../sets/set-names.js';
import { day, type Filling } from './filling.js';

/** The folder with a CSV file of each set below, in the form that `agency import` reads. */
export const folder = join(__dirname, 'assets');

/** The sets whose records refer to no contact, each after those that its records refer to. */
export const setsBeforeContacts = [
  ...['states', 'counties', 'districts', 'schools'],
  ...['event-types', 'contact-statuses', 'source-types', 'contact-categories', 'jobs'],
  ...['record-types', 'policy-documents', 'policy-document-defaults'],
  ...['surveys', 'survey-questions', 'survey-options', 'securities-levels'],
  ...['locations', 'lines', 'line-images', 'line-questions', 'stations'],
  ...['agents', 'roles', 'users', 'agent-locations', 'user-locations'],
  ...['booking-rules', 'special-days', 'slot-districts', 'slot-district-approvals'],
  ...['projects', 'job-types', 'gantt-tasks', 'gantt-links'],
] as const satisfies readonly SetName[];

export const setsAfterContacts = ['project-team-members'] as const satisfies readonly SetName[];

/** A Monday. The files state their dates as if today were a day of the week that begins with it. */
const week = '2026-11-16';

/**
 * Imports the files of these sets. The audit leaves their records out, because the histories that the demo writes begin
 * before today.
 */
export async function importRecords(
  filling: Filling,
  service: INestApplicationContext,
  names: readonly SetName[],
): Promise<void> {
  const sets = service.get(RecordSetsService);
  const importer = service.get(ImporterService);
  await filling.db.changes.unrecorded(async () => {
    for (const name of names) {
      const text = moved(readFileSync(join(folder, `${name}.csv`), 'utf8'), filling.calendar.now);
      const source = { size: text.length, sha256: '', text: () => only(text), close: async () => undefined };
      const { records } = await importer.run(sets.named(name) as ImportedSet, source, {
        ...{ format: 'csv', dryRun: false, alone: true },
        onProblem({ line, errors }) {
          throw new Error(`${name}.csv, line ${line}: ${errors.map(({ Message }) => Message).join(' ')}`);
        },
      });
      filling.count(records);
    }
  });
}

/** The text of a file with its dates moved by whole weeks, so that each keeps its weekday. */
export function moved(text: string, now: DateTime): string {
  const since = Date.parse(now.slice(0, 10)) - Date.parse(week);
  const weeks = Math.floor(since / (7 * day)) * 7 * day;
  return text.replaceAll(/(?<=^|,)\d{4}-\d\d-\d\d(?=[T,\r]|$)/gm, (date) =>
    new Date(Date.parse(date) + weeks).toISOString().slice(0, 10),
  );
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}
