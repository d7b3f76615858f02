import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DatabaseUpkeep } from '../../database/database-upkeep.js';
import { Db } from '../../database/db.js';
import type { ErasedRecords } from '../../modules/contacts/person/person.records.js';
import { PersonExportService } from '../../modules/contacts/person/person-export.service.js';
import { PersonService } from '../../modules/contacts/person/person.service.js';
import { FileContentsService } from '../../modules/files/file-contents.service.js';
import { recordId } from '../arguments.js';
import { CommandFailed, UsageError, withService, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

export function addPersonCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  const person = program.command('person').description('exports or erases everything stored about one contact');

  person
    .command('export')
    .argument('<ContactId>', 'the contact', recordId)
    .description('writes one JSON document to stdout: the contact, its activities, answers and audit rows')
    .option('--with-ssn', 'includes the full social security number; the audit records this')
    .option('--files <folder>', 'writes the files of the contact into that new folder, each named by its AttachmentId')
    .addHelpText(
      'after',
      `
Example:
  $ agency person export 42 --files ada-lovelace > ada-lovelace.json`,
    )
    .action(async (contactId: number, { withSsn = false, files }: { withSsn?: boolean; files?: string }) => {
      await withService(cli, 'agency person export', async (service) => {
        const person = service.get(PersonExportService, { strict: false });
        const held = await person.of(contactId, { withSsn });
        for await (const text of person.document(held)) await terminal.write(text);
        await person.exported(contactId, held);
        if (files === undefined) return;
        await mkdir(files, { mode: 0o700 });
        const contents = service.get(FileContentsService, { strict: false });
        for (const file of held.files) {
          const name = `${file.AttachmentId}${extname(file.FileName)}`;
          const bytes = await contents.open(file, { start: 0, end: Number(file.Size) - 1 });
          await pipeline(bytes, createWriteStream(join(files, name), { flags: 'wx', mode: 0o600 }));
        }
      });
    });

  person
    .command('erase')
    .argument('<ContactId>', 'the contact', recordId)
    .description('removes the identity and the answers of the contact; lists the records that it keeps, and why')
    .option('--yes', 'skips the confirmation; required without a terminal')
    .addHelpText(
      'after',
      `
An erasure cannot be undone. Earlier backups still contain the person. The command refuses a contact that is locked or
has an open visit.

Example:
  $ agency person erase 42 --yes`,
    )
    .action(async (contactId: number, { yes = false }: { yes?: boolean }) => {
      if (!yes) await mustAgree(terminal, contactId);
      await withService(cli, 'agency person erase', async (service) => {
        const db = service.get(Db);
        const erased = await db.tx(() => service.get(PersonService).erase(contactId));
        for (const line of report(contactId, erased)) terminal.say(line);
        if (!(await service.get(DatabaseUpkeep).purge()))
          terminal.say(
            'The database file still contains the person, because a client reads an older state. Run this again later.',
          );
      });
    });
}

async function mustAgree(terminal: Terminal, contactId: number): Promise<void> {
  const agreed = await terminal.agrees(`Erase contact ${contactId}, permanently?`);
  if (agreed === undefined) throw new UsageError('There is no terminal to ask on: add --yes to erase the contact.');
  if (!agreed) throw new CommandFailed('Nothing was erased.');
}

function report(contactId: number, erased: readonly ErasedRecords[]): string[] {
  const counted = ({ Set, Records }: ErasedRecords): string => `${Records} in ${Set}`;
  const some = (outcome: ErasedRecords['Outcome']): ErasedRecords[] =>
    erased.filter(({ Outcome, Records }) => Outcome === outcome && Records > 0);
  const told = (records: readonly ErasedRecords[]): string[] =>
    records.map((each) => `  ${counted(each)}: ${each.Reason}`);
  const unchanged = some('Unchanged');
  return [
    `Erased contact ${contactId}. Removed: ${some('Removed').map(counted).join(', ') || 'nothing'}.`,
    'These records remain, without personal values, because the business must be able to show them:',
    ...told(some('Kept')),
    ...(unchanged.length > 0 ? ['These records are unchanged:', ...told(unchanged)] : []),
    'Earlier backups still contain the person, and so do the responses that are kept for retries, for 24 hours.',
    'Export the set contact-erasures now, and keep the file apart from the backups: after a restore, import it.',
  ];
}
