import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { ExporterService } from '../../../src/sets/exporter.service.js';
import type { ImportResult, RowProblem } from '../../../src/sets/import-options.js';
import { ImporterService } from '../../../src/sets/importer.service.js';
import { isImported, type FileFormat, type RecordSet } from '../../../src/sets/record-set.js';
import { RecordSetsService } from '../../../src/sets/record-sets.service.js';
import { openSource } from '../../../src/sets/source.js';
import type { TestApp } from '../app/app.js';
import { agency, cliSettings } from '../processes/cli.js';

export function setOf(app: TestApp, name: string): RecordSet {
  return app.get(RecordSetsService).named(name)!;
}

/** The text of an export. */
export async function exported(
  app: TestApp,
  name: string,
  format: FileFormat = 'csv',
  withSsn = true,
): Promise<string> {
  let whole = '';
  for await (const chunk of app.get(ExporterService).text(setOf(app, name), { format, withSsn })) whole += chunk;
  return whole;
}

/** Imports a text; `said` has the problems of its lines. */
export async function imported(
  app: TestApp,
  name: string,
  content: string | Buffer,
  { format = 'csv', dryRun = false }: { format?: FileFormat; dryRun?: boolean } = {},
): Promise<ImportResult & { said: string[] }> {
  const set = setOf(app, name);
  if (!isImported(set)) throw new Error(`${name} is exported only.`);
  const source = await openSource('-', Readable.from([Buffer.from(content)]));
  const said: string[] = [];
  const onProblem = ({ line, errors }: RowProblem): void =>
    void said.push(`line ${line}: ${errors.map(({ Message }) => Message).join(' ')}`);
  try {
    return { ...(await app.get(ImporterService).run(set, source, { format, dryRun, onProblem })), said };
  } finally {
    await source.close();
  }
}

/** Erases, removes and merges contacts of the demo. */
export async function removeContacts(demo: TestApp): Promise<void> {
  const free = await demo.db.all<{ ContactId: number }>(sql`SELECT c.ContactId AS ContactId FROM contacts c
    WHERE c.Deleted = 0 AND c.Locked = 0 AND c.LastContact IS NOT NULL
      AND c.ContactId NOT IN (SELECT m.ContactId FROM contact_merges m)
      AND c.ContactGUID NOT IN (SELECT v.CustomerId FROM checkins v WHERE v.OpenKey IS NOT NULL)
    ORDER BY c.ContactId LIMIT 4`);
  const [erased, removed, kept, merged] = free.map(({ ContactId }) => ContactId);
  const admin = await demo.as('Administrator');
  const erasure = ['person', 'erase', String(erased), '--yes'];
  expect(await agency(erasure, cliSettings(demo.database))).toMatchObject({ code: 0 });
  await demo.http.delete(`/v1/Contacts/${removed}`).set(admin).expect(200);
  const merge = demo.http.post(`/v1/Contacts/${kept}/Merge`).set(admin);
  await merge.send({ From: [merged] }).expect(200);
}
