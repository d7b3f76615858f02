import { Argument, type Command } from 'commander';
import { AuditSealer } from '../../database/audit/audit-sealer.service.js';
import { archiveNames, type ArchiveName } from '../../sets/archive/archive-names.js';
import { Archive, type Progress } from '../../sets/archive/archive.service.js';
import { dateText } from '../arguments.js';
import { UsageError, withService, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

export function addArchiveCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  const archive = program
    .command('archive')
    .addArgument(new Argument('<set>', 'what is to be archived').choices(archiveNames))
    .description('moves old audit, activities or visits out to a file, and writes its name to stdout')
    .option('--before <date>', 'what is older goes, such as 2025-01-01; in TIME_ZONE', dateText)
    .option('--to <path>', 'a folder, or a file that ends with .ndjson', '.')
    .addHelpText(
      'after',
      `
The service may run meanwhile. Rows leave the database once the file is on the disk and was read through; beside it,
<file>.manifest.json holds its count and SHA-256. A run that was stopped is started again with the same words, and goes
on: nothing is lost, and nothing is there twice.
Visits go with their answers, those that are open stay. The audit takes the owner of the database (see agency audit).

Examples:
  $ agency archive visits --before 2024-01-01 --to /srv/archive
  $ agency archive restore /srv/archive/visits-before-2024-01-01.ndjson`,
    )
    .action(async (set: ArchiveName, { before, to }: { before?: string; to: string }) => {
      // Not required of commander, which would require it of restore too.
      if (before === undefined) throw new UsageError('--before <date> is needed.');
      const done = await withService(cli, `agency archive ${set}`, async (service) => {
        if (set === 'audit') await service.get(AuditSealer).sealAll();
        return shown(terminal, (progress) => service.get(Archive).run(set, before, to, progress));
      });
      if (!done) {
        terminal.say('Nothing is older.');
        return;
      }
      await terminal.write(`${done.file}\n`);
      const left = done.left === 0 ? '' : ` ${done.left} have changed meanwhile and stay in the database too.`;
      terminal.say(`Archived ${done.lines} ${noun[set]}.${left}`);
    });

  archive
    .command('restore')
    .argument('<file>', 'an archive, with its manifest beside it')
    .description('puts the rows of an archive back; those that are there are left alone')
    .addHelpText('after', '\nExample:\n  $ agency archive restore /srv/archive/visits-before-2024-01-01.ndjson')
    .action(async (file: string) => {
      const { lines, restored } = await withService(cli, 'agency archive restore', (service) =>
        shown(terminal, (progress) => service.get(Archive).restore(file, progress)),
      );
      terminal.say(`Restored ${restored} of ${lines}; the others were there.`);
    });
}

const noun: Record<ArchiveName, string> = { audit: 'rows of the audit', activities: 'activities', visits: 'visits' };

/** Work with a bar for each of its steps. */
async function shown<T>(terminal: Terminal, work: (progress: Progress) => Promise<T>): Promise<T> {
  let bar: { step: string; at(done: number): void; end(): void } | undefined;
  try {
    return await work((step, done, of) => {
      if (bar?.step !== step) {
        bar?.end();
        bar = { step, ...terminal.progress(step, of) };
      }
      bar.at(done);
    });
  } finally {
    bar?.end();
  }
}
