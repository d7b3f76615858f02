import { Argument, type Command } from 'commander';
import { AuditSealer } from '../../extras/audit-chain/audit-sealer.service.js';
import { archiveNames, type ArchiveName } from '../../extras/archive/archive-file.js';
import { Archive, type Progress } from '../../extras/archive/archive.service.js';
import { dateText } from '../arguments.js';
import { UsageError, withService, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

export function addArchiveCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  const archive = program
    .command('archive')
    .addArgument(new Argument('<set>', 'record set to archive').choices(archiveNames))
    .description('moves old audit rows, activities or visits to a file, and writes its name to stdout')
    .option('--before <date>', 'archives rows from before that date, such as 2025-01-01, in TIME_ZONE', dateText)
    .option('--to <path>', 'folder, or file that ends with .ndjson', '.')
    .addHelpText(
      'after',
      `
The service may run meanwhile. Rows are deleted from the database after the file is on the disk and was verified.
<file>.manifest.json holds the number of rows and the SHA-256. If a run is interrupted, repeat the same command: it
continues, and loses or doubles nothing.
Visits are archived with their answers; open visits stay. Archive the audit as the owner of the database (see agency
audit).

Examples:
  $ agency archive visits --before 2024-01-01 --to /srv/archive
  $ agency archive restore /srv/archive/visits-before-2024-01-01.ndjson`,
    )
    .action(async (set: ArchiveName, { before, to }: { before?: string; to: string }) => {
      // Check --before here. If Commander required it, `agency archive restore` would need it too.
      if (before === undefined) throw new UsageError('--before <date> is needed.');
      const done = await withService(cli, `agency archive ${set}`, async (service) => {
        if (set === 'audit') await service.get(AuditSealer).sealAll();
        return shown(terminal, (progress) => service.get(Archive).run(set, before, to, progress));
      });
      if (!done) {
        terminal.say('There are no older rows.');
        return;
      }
      await terminal.write(`${done.file}\n`);
      const left = done.left === 0 ? '' : ` ${done.left} of them changed meanwhile and remain in the database too.`;
      terminal.say(`Archived ${done.lines} ${noun[set]}.${left}`);
    });

  archive
    .command('restore')
    .argument('<file>', 'archive with its manifest beside it')
    .description('inserts the archived rows that are missing from the database')
    .addHelpText('after', '\nExample:\n  $ agency archive restore /srv/archive/visits-before-2024-01-01.ndjson')
    .action(async (file: string) => {
      const { lines, restored } = await withService(cli, 'agency archive restore', (service) =>
        shown(terminal, (progress) => service.get(Archive).restore(file, progress)),
      );
      terminal.say(`Restored ${restored} of ${lines} rows; the others were in the database already.`);
    });
}

const noun: Record<ArchiveName, string> = { audit: 'rows of the audit', activities: 'activities', visits: 'visits' };

/** Runs `work` and shows a progress bar for each of its steps. */
async function shown<T>(terminal: Terminal, work: (progress: Progress) => Promise<T>): Promise<T> {
  const steps = terminal.steps();
  try {
    return await work(steps.at);
  } finally {
    steps.end();
  }
}
