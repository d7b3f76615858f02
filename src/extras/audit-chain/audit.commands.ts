import { InvalidArgumentError, type Command } from 'commander';
import { Config, settingsOf } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { AuditRemovalService } from './audit-removal.service.js';
import { AuditSealerService, lateWithin } from './audit-sealer.service.js';
import { AuditValuesService } from '../../modules/audit/audit-values.service.js';
import { auditChainSettings } from './audit-chain.settings.js';
import { AuditKeys } from './audit-keys.js';
import { AuditChain } from './chain.js';
import { Verification, type Head, type Verified } from './verification.js';
import { Db } from '../../database/db.js';
import { CommandFailed, withService, type Cli } from '../../cli/service.js';

const mostNamed = 10;

export function addAuditCommands(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('verifies and prunes the audit');

  audit
    .command('verify')
    .description('checks every audit row against its seal, and names altered, added and removed rows')
    .option('--head <head>', 'line that `agency audit head` wrote; its seal must be part of the chain', head)
    .addHelpText(
      'after',
      `
The service may run meanwhile. Rows without a seal are sealed first. Exit code 1 if a row or a seal is wrong.
Until agency reseal has run, seals under a former FIELD_KEY need that key in FIELD_KEYS_OLD.

Example:
  $ agency audit verify --head 57:9f2c…`,
    )
    .action(async ({ head }: { head?: Head }) => {
      const verified = await withService(cli, 'agency audit verify', async (service) => {
        const [db, chain, keys] = [service.get(Db), service.get(AuditChain), service.get(AuditKeys)];
        const settled = service.get(SystemClock).at(-lateWithin);
        const sealed = await service.get(AuditSealerService).sealAll();
        const progress = cli.terminal.progress('audit', (await chain.last())?.Seq ?? 0);
        try {
          const verified = await new Verification(db, chain, keys, head).run(settled, (done) => progress.at(done));
          const values = await service.get(AuditValuesService).problems();
          const problems = [...verified.problems, ...values].slice(0, mostNamed);
          return { ...verified, problems, wrong: verified.wrong + values.length, sealed };
        } finally {
          progress.end();
        }
      });
      report(cli, verified);
    });

  audit
    .command('head')
    .description('writes the last seal to stdout; keep it elsewhere to prove later that no earlier row was removed')
    .addHelpText('after', '\nExample:\n  $ agency audit head >> /mnt/elsewhere/heads.txt')
    .action(async () => {
      const last = await withService(cli, 'agency audit head', async (service) => {
        await service.get(AuditSealerService).sealAll();
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
    .description('removes audit rows older than RETAIN_AUDIT; run it as the owner of the database')
    .addHelpText(
      'after',
      `
The service does this every hour on SQLite, and on MySQL if its database user may delete. The seals stay, so that the
chain shows which rows were removed. To keep the rows in a file, use agency export audit first.

Example:
  $ RETAIN_AUDIT=3660d DATABASE_URL=<of the owner> agency audit prune`,
    )
    .action(async () => {
      const rows = await withService(cli, 'agency audit prune', async (service) => {
        const { retainAudit } = settingsOf(service.get(Config), auditChainSettings);
        if (retainAudit === undefined)
          throw new CommandFailed('Set RETAIN_AUDIT to the age from which audit rows are removed, for example 3660d.');
        const progress = cli.terminal.progress('audit', 1);
        try {
          const before = service.get(SystemClock).at(-retainAudit);
          return await service.get(AuditRemovalService).prune(before, (done, of) => progress.at(done / of));
        } finally {
          progress.end();
        }
      });
      cli.terminal.say(`Removed ${rows} rows of the audit.`);
    });
}

/**
 * Prints the result of a verification. `sealed` is the number of rows that this command has sealed first. Throws
 * CommandFailed if rows do not match their seals.
 */
function report(
  { terminal }: Cli,
  { seals, rows, removed, problems, wrong, sealed }: Verified & { sealed: number },
): void {
  for (const problem of problems) terminal.problem(problem);
  if (wrong > problems.length) terminal.problem(`… and ${wrong - problems.length} more problems.`);
  const out = removed === 0 ? '' : ` ${removed} more were pruned.`;
  if (wrong > 0)
    throw new CommandFailed(`The audit does not match its seals: ${wrong} of ${rows + wrong} checks fail.`);
  const fresh = sealed === 0 ? '' : ` ${sealed} of them had no seal before.`;
  terminal.say(`${rows} rows match ${seals} seals.${out}${fresh}`);
}

function head(text: string): Head {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim());
  if (!found) throw new InvalidArgumentError('The text must be a line that `agency audit head` wrote.');
  return { Seq: Number(found[1]), Hash: found[2] };
}
