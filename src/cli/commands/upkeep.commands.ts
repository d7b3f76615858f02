import type { Command } from 'commander';
import { Config } from '../../config/config.js';
import { Schema } from '../../database/schema/schema.js';
import { encryptedColumnsOf } from '../../database/schema/table.js';
import { reencrypt } from '../../database/inspection/reencryption.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { Migrator } from '../../database/start/migrator.js';
import { loadExtras } from '../../extras.js';
import { Idempotency } from '../../http/response/idempotency.js';
import { FileContentsService } from '../../modules/files/file-contents.service.js';
import { ContactIndexService } from '../../modules/contacts/search/contact-index.service.js';
import { CommandFailed, isInUse, withService, type Cli } from '../service.js';

/** Adds `reindex` and `reseal`, which rewrite stored data as the service would write it today. */
export function addUpkeepCommands(program: Command, cli: Cli): void {
  addReindexCommand(program, cli);
  addResealCommand(program, cli);
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
      const contacts = await withService(cli, 'agency reindex', async (service) => {
        const index = service.get(ContactIndexService);
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
      });
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
        const reencrypted = await reencrypt(
          service.get(Db),
          service.get(FieldCipher),
          encryptedColumnsOf(service.get(Schema).entities),
        );
        const files = await service.get(FileContentsService, { strict: false }).reencryptAll();
        for (const extra of await loadExtras()) await extra.reencrypt?.(service.get(Db), service.get(Config));
        await service.get(Migrator).renewKey();
        return { ...reencrypted, files, answers: await service.get(Idempotency).underFormerKeys() };
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
          : `Keep FIELD_KEYS_OLD for another 24 hours: ${answers} responses that are kept for an Idempotency-Key ` +
              'need it. Without it, a repeated call is refused with 409.',
      );
    });
}
