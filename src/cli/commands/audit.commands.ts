import { InvalidArgumentError, type Command } from 'commander';
import { SystemClock } from '../../context/system-clock.js';
import { AuditSealer, lateWithin } from '../../database/audit/audit-sealer.service.js';
import { AuditChain, AuditKeys } from '../../database/audit/chain.js';
import { Verification, type Head, type Verified } from '../../database/audit/verification.js';
import { Db } from '../../database/db.js';
import { CommandFailed, withService, type Cli } from '../service.js';

export function addAuditCommands(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('proves that the audit is as it was written');

  audit
    .command('verify')
    .description('holds every row of the audit against its seal, and names what was altered, added or removed')
    .option('--head <head>', 'a line of `agency audit head` noted elsewhere: it must be part of the chain', head)
    .addHelpText(
      'after',
      `
The service may run meanwhile. What it has not yet sealed is sealed first. Exit code 1 when something is wrong.
Seals of a former FIELD_KEY need it in FIELD_KEYS_OLD.

Example:
  $ agency audit verify --head 57:9f2c…`,
    )
    .action(async ({ head }: { head?: Head }) => {
      const verified = await withService(cli, 'agency audit verify', async (service) => {
        const [db, chain, keys] = [service.get(Db), service.get(AuditChain), service.get(AuditKeys)];
        const settled = service.get(SystemClock).at(-lateWithin);
        await service.get(AuditSealer).sealAll();
        const progress = cli.terminal.progress('audit', (await chain.last())?.Seq ?? 0);
        try {
          return await new Verification(db, chain, keys, head).run(settled, (done) => progress.at(done));
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
}

function tell({ terminal }: Cli, { seals, rows, removed, problems, wrong }: Verified): void {
  for (const problem of problems) terminal.problem(problem);
  if (wrong > problems.length) terminal.problem(`… and ${wrong - problems.length} more.`);
  const out = removed === 0 ? '' : ` ${removed} more were archived or pruned.`;
  if (wrong > 0) throw new CommandFailed(`The audit is not as it was sealed: ${wrong} of ${rows + wrong} checks fail.`);
  terminal.say(`${rows} rows are as ${seals} seals hold them.${out}`);
}

function head(text: string): Head {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim());
  if (!found) throw new InvalidArgumentError('It must be a line that `agency audit head` wrote.');
  return { Seq: Number(found[1]), Hash: found[2] };
}
