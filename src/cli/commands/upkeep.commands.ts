import type { Command } from 'commander';
import { Schema } from '../../database/schema/schema.js';
import { sealedColumnsOf } from '../../database/schema/table.js';
import { reseal } from '../../database/inspection/reseal.js';
import { StoredRules, messageOf } from '../../database/inspection/stored-rules.service.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { Migrator } from '../../database/start/migrator.js';
import { AuditKeys } from '../../extras/audit-chain/audit-keys.js';
import { Idempotency } from '../../http/response/idempotency.js';
import { FileContents } from '../../modules/files/file-contents.service.js';
import { ContactIndex } from '../../modules/contacts/search/contact-index.service.js';
import { CommandFailed, forFilling, isInUse, UsageError, withService, type Cli } from '../service.js';

/** Adds `reindex`, `reseal` and `mend`, which rewrite stored data as the service would write it today. */
export function addUpkeepCommands(program: Command, cli: Cli): void {
  addReindexCommand(program, cli);
  addResealCommand(program, cli);
  addMendCommand(program, cli);
}

function addReindexCommand(program: Command, cli: Cli): void {
  const { terminal } = cli;
  program
    .command('reindex')
    .description('rebuilds the search index of contacts')
    .addHelpText(
      'after',
      `
The service may run meanwhile. If a run is interrupted, start it again: it continues.
If the index is empty and nothing else uses the database, the command writes the index faster, whole or not at all.

Example:
  $ agency reindex`,
    )
    .action(async () => {
      const isAlone = !(await isInUse(cli));
      const contacts = await withService(
        cli,
        'agency reindex',
        async (service) => {
          const index = service.get(ContactIndex);
          const done = await index.indexedCount();
          if (done > 0) terminal.say(`Continuing after ${done} contacts of an interrupted run.`);
          const progress = terminal.progress('contacts', await index.size());
          const onDone = (contacts: number): void => progress.at(contacts);
          try {
            const isNew = isAlone && done === 0 && (await index.isEmpty());
            return await (isNew ? index.build(onDone) : index.rebuild(onDone));
          } finally {
            progress.end();
          }
        },
        isAlone ? forFilling : undefined,
      );
      terminal.say(`Indexed ${contacts} contacts.`);
    });
}

function addResealCommand(program: Command, cli: Cli): void {
  program
    .command('reseal')
    .description('encrypts with FIELD_KEY all values that a key of FIELD_KEYS_OLD encrypted')
    .addHelpText(
      'after',
      `
The service may run meanwhile if it has the same keys. If a run is stopped, start it again.

Example:
  $ FIELD_KEY=<new> FIELD_KEYS_OLD=<old> agency reseal`,
    )
    .action(async () => {
      const { values, unreadable, files, answers } = await withService(cli, 'agency reseal', async (service) => {
        const resealed = await reseal(
          service.get(Db),
          service.get(FieldCipher),
          sealedColumnsOf(service.get(Schema).entities),
        );
        const files = await service.get(FileContents, { strict: false }).resealAll();
        await service.get(AuditKeys).keep(service.get(Db));
        await service.get(Migrator).renewKey();
        return { ...resealed, files, answers: await service.get(Idempotency).underFormerKeys() };
      });
      cli.terminal.say(`Encrypted ${values} values and ${files.contents} files with FIELD_KEY.`);
      if (files.unreadable > 0)
        throw new CommandFailed(
          `${files.unreadable} files cannot be read and were not changed. \`agency doctor\` names the missing files.`,
        );
      if (unreadable > 0)
        throw new CommandFailed(
          `${unreadable} values cannot be read and were not changed. ` +
            'Add the keys that `agency doctor` names to FIELD_KEYS_OLD, and run this again.',
        );
      cli.terminal.say(
        answers === 0
          ? 'No value needs FIELD_KEYS_OLD any more.'
          : `Keep FIELD_KEYS_OLD for another 24 hours: ${answers} answers that are kept for an Idempotency-Key need ` +
              'it. Without it, a repeated call is refused with 409.',
      );
    });
}

function addMendCommand(program: Command, cli: Cli): void {
  const { terminal } = cli;
  program
    .command('mend')
    .argument('[check]', 'name of the rule, as `agency doctor` prints it; default: every rule that needs no decision')
    .description('corrects stored rows that break a rule and that `agency doctor` names')
    .option('--dry-run', 'prints the rows and changes nothing')
    .addHelpText(
      'after',
      `
The service may run meanwhile. The audit records each change with \`agency mend\` and the person who runs it.
Other rows need a decision: \`agency doctor\` names the call that corrects them.

Examples:
  $ agency mend --dry-run
  $ agency mend contact-names`,
    )
    .action(async (check: string | undefined, { dryRun = false }: { dryRun?: boolean }) => {
      await withService(cli, 'agency mend', async (service) => {
        const stored = service.get(StoredRules);
        const known = stored.mended();
        const rules = check === undefined ? known : known.filter(({ name }) => name === check);
        if (rules.length === 0)
          throw new UsageError(`There is no rule ${check!} that can be mended. The rules are ${namesOf(known)}.`);
        for (const rule of rules) {
          const keys = await stored.broken(rule);
          if (keys.length === 0) continue;
          terminal.say(`${rule.name}: ${messageOf(rule, keys)}.`);
          if (dryRun) continue;
          const mended = await stored.mend(rule, keys);
          const left = mended < keys.length ? ` of ${keys.length}. The rest needs a decision.` : '.';
          terminal.say(`Mended ${mended}${left}`);
        }
      });
    });
}

function namesOf(rules: readonly { name: string }[]): string {
  return rules.map(({ name }) => name).join(', ');
}
