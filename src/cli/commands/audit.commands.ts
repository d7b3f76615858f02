import { InvalidArgumentError, type Command } from 'commander';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { AuditRemoval } from '../../database/audit/audit-removal.service.js';
import { AuditSealer, lateWithin } from '../../database/audit/audit-sealer.service.js';
import { AuditKeys } from '../../database/audit/audit-keys.js';
import { AuditChain } from '../../database/audit/chain.js';
import { Verification, type Head, type Verified } from '../../database/audit/verification.js';
import { Db } from '../../database/db.js';
import { Archive } from '../../sets/archive/archive.service.js';
import { CommandFailed, withService, type Cli } from '../service.js';

export function addAuditCommands(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('shows that the audit is as it was written, and prunes it');

  audit
    .command('verify')
    .description('holds every row of the audit against its seal, and names what was altered, added or removed')
    .option('--head <head>', 'a line of `agency audit head` noted elsewhere: it must be part of the chain', head)
    .option('--archive <file>', 'holds a file of agency archive against the seals of its rows, which stay')
    .addHelpText(
      'after',
      `
The service may run meanwhile. What it has not yet sealed is sealed first. Exit code 1 when something is wrong.
Seals of a former FIELD_KEY need it in FIELD_KEYS_OLD until agency reseal has run.

Example:
  $ agency audit verify --head 57:9f2c…`,
    )
    .action(async ({ head, archive }: { head?: Head; archive?: string }) => {
      if (archive !== undefined) return verifyArchive(cli, archive);
      const verified = await withService(cli, 'agency audit verify', async (service) => {
        const [db, chain, keys] = [service.get(Db), service.get(AuditChain), service.get(AuditKeys)];
        const settled = service.get(SystemClock).at(-lateWithin);
        const sealed = await service.get(AuditSealer).sealAll();
        const progress = cli.terminal.progress('audit', (await chain.last())?.Seq ?? 0);
        try {
          const verified = await new Verification(db, chain, keys, head).run(settled, (done) => progress.at(done));
          return { ...verified, sealed };
        } finally {
          progress.end();
        }
      });
      tell(cli, verified);
    });

  audit
    .command('head')
    .description('writes the last seal to stdout: noted elsewhere, it shows later that nothing before it is gone')
    .addHelpText('after', '\nExample:\n  $ agency audit head >> /mnt/elsewhere/heads.txt')
    .action(async () => {
      const last = await withService(cli, 'agency audit head', async (service) => {
        await service.get(AuditSealer).sealAll();
        return service.get(AuditChain).last();
      });
      if (!last) throw new CommandFailed('The audit is empty.');
      await cli.terminal.write(`${last.Seq}:${last.Hash}\n`);
    });

  addPruneCommand(audit, cli);
}

function addPruneCommand(audit: Command, cli: Cli): void {
  audit
    .command('prune')
    .description('removes the audit from before RETAIN_AUDIT, as the owner of the database')
    .addHelpText(
      'after',
      `
On SQLite, and where its database user may delete, the service does so hourly. The seals stay: the chain shows what
was pruned. To keep the rows elsewhere, use agency archive audit.

Example:
  $ RETAIN_AUDIT=3660d DATABASE_URL=<of the owner> agency audit prune`,
    )
    .action(async () => {
      const rows = await withService(cli, 'agency audit prune', async (service) => {
        const { retainAudit } = service.get(Config);
        if (retainAudit === undefined) throw new CommandFailed('RETAIN_AUDIT is not set: the audit is kept for ever.');
        const progress = cli.terminal.progress('audit', 1);
        try {
          const before = service.get(SystemClock).at(-retainAudit);
          return await service.get(AuditRemoval).prune(before, (done, of) => progress.at(done / of));
        } finally {
          progress.end();
        }
      });
      cli.terminal.say(`Removed ${rows} rows of the audit.`);
    });
}

async function verifyArchive(cli: Cli, file: string): Promise<void> {
  const { lines, problem } = await withService(cli, 'agency audit verify', (service) =>
    service.get(Archive).verifyAudit(file),
  );
  if (problem) throw new CommandFailed(problem);
  cli.terminal.say(`${lines} archived rows are as their seals hold them.`);
}

/** sealed: rows that no seal held before. */
function tell(
  { terminal }: Cli,
  { seals, rows, removed, problems, wrong, sealed }: Verified & { sealed: number },
): void {
  for (const problem of problems) terminal.problem(problem);
  if (wrong > problems.length) terminal.problem(`… and ${wrong - problems.length} more.`);
  const out = removed === 0 ? '' : ` ${removed} more were archived or pruned.`;
  if (wrong > 0) throw new CommandFailed(`The audit is not as it was sealed: ${wrong} of ${rows + wrong} checks fail.`);
  const fresh = sealed === 0 ? '' : ` No seal held ${sealed} of them before.`;
  terminal.say(`${rows} rows are as ${seals} seals hold them.${out}${fresh}`);
}

function head(text: string): Head {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim());
  if (!found) throw new InvalidArgumentError('It must be a line that `agency audit head` wrote.');
  return { Seq: Number(found[1]), Hash: found[2] };
}
