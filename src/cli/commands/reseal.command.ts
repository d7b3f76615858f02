import type { Command } from 'commander';
import { AuditKeys } from '../../database/audit/audit-keys.js';
import { Db } from '../../database/db.js';
import { Migrator } from '../../database/schema/migrator.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { reseal } from '../../database/sealed/reseal.js';
import { CommandFailed, withService, type Cli } from '../service.js';

export function addResealCommand(program: Command, cli: Cli): void {
  program
    .command('reseal')
    .description('encrypts again, with FIELD_KEY, what is stored under a key of FIELD_KEYS_OLD')
    .addHelpText(
      'after',
      `
The service may run meanwhile, if it has the same keys. A run that was stopped is started again.

Example:
  $ FIELD_KEY=<new> FIELD_KEYS_OLD=<old> agency reseal`,
    )
    .action(async () => {
      const { values, unreadable } = await withService(cli, 'agency reseal', async (service) => {
        const resealed = await reseal(service.get(Db), service.get(FieldCipher));
        await service.get(AuditKeys).keep(service.get(Db));
        await service.get(Migrator).renewKey();
        return resealed;
      });
      cli.terminal.say(`Encrypted ${values} values with FIELD_KEY.`);
      if (unreadable > 0)
        throw new CommandFailed(
          `${unreadable} values cannot be read and stay as they are. ` +
            'Run this again with the keys that `agency doctor` names in FIELD_KEYS_OLD.',
        );
      cli.terminal.say('No value needs FIELD_KEYS_OLD any more.');
    });
}
