import type { Command } from 'commander';
import { Db } from '../../database/db.js';
import { PersonService, type Erased } from '../../modules/contacts/person/person.service.js';
import { recordId } from '../arguments.js';
import { CommandFailed, UsageError, withService, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

export function addPersonCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  const person = program.command('person').description('all that is held about one contact');

  person
    .command('export')
    .argument('<ContactId>', 'the contact', recordId)
    .description('one JSON document on stdout: the contact, what was done with it, what it said, the audit of that')
    .option('--with-ssn', 'the social security number in full; the audit is told')
    .addHelpText(
      'after',
      `
Example:
  $ agency person export 42 > ada-lovelace.json`,
    )
    .action(async (contactId: number, { withSsn = false }: { withSsn?: boolean }) => {
      await withService(cli, 'agency person export', async (service) => {
        for await (const text of service.get(PersonService).export(contactId, { withSsn })) await terminal.write(text);
      });
    });

  person
    .command('erase')
    .argument('<ContactId>', 'the contact', recordId)
    .description('takes away what tells who the contact is and what it said; says what is kept, and why')
    .option('--yes', 'without asking, as where nobody is at a terminal')
    .addHelpText(
      'after',
      `
It cannot be undone. Backups from before still hold the person. A contact that somebody holds or serves is left alone.

Example:
  $ agency person erase 42 --yes`,
    )
    .action(async (contactId: number, { yes = false }: { yes?: boolean }) => {
      if (!yes) await mustAgree(terminal, contactId);
      await withService(cli, 'agency person erase', async (service) => {
        const db = service.get(Db);
        const erased = await db.tx(() => service.get(PersonService).erase(contactId));
        for (const line of report(contactId, erased)) terminal.say(line);
        if (!(await db.purge()))
          terminal.say(
            'Somebody reads an older state: the log beside the database holds the person. Erase again later.',
          );
      });
    });
}

async function mustAgree(terminal: Terminal, contactId: number): Promise<void> {
  const agreed = await terminal.agrees(`Erase contact ${contactId}, for good?`);
  if (agreed === undefined) throw new UsageError('Nobody can be asked: add --yes to erase the contact.');
  if (!agreed) throw new CommandFailed('Nothing was erased.');
}

function report(contactId: number, erased: readonly Erased[]): string[] {
  const counted = ({ table, rows }: Erased): string => `${rows} in ${table}`;
  const [removed, kept] = [false, true].map((isKept) =>
    erased.filter((table) => table.rows > 0 && (table.kept !== undefined) === isKept),
  );
  return [
    `Erased contact ${contactId}. Removed: ${removed.map(counted).join(', ') || 'nothing'}.`,
    'Kept with ids alone, for what the business must be able to show:',
    ...kept.map((table) => `  ${counted(table)}: ${table.kept}`),
    '  the audit: who changed which fields when; values that tell who somebody is are not in it',
    'Not touched: ledgers, and smartsheet lines, whose ClientName refers to no contact; the files of documents.',
    'Backups from before still hold the person, and for 24 hours the answers that are kept for retries.',
  ];
}
