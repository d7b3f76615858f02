import type { Command } from 'commander';
import { UsersService } from '../../auth/users/users.service.js';
import { withService, type Cli } from '../service.js';

export function addKeyCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  const key = program.command('key').description('API keys: whoever sends one in X-Api-Key acts as its owner');

  key
    .command('create <user-name>')
    .description('a new key, printed alone on stdout; it cannot be read again')
    .addHelpText('after', '\nExample:\n  $ agency key create kiosk@example.com > kiosk.key')
    .action(async (userName: string) => {
      const made = await withService(cli, 'agency key create', (service) =>
        service.get(UsersService).createKey(userName),
      );
      terminal.say(`Created the key ${made.KeyId} of ${userName}.`);
      await terminal.write(`${made.key}\n`);
    });

  key
    .command('list [user-name]')
    .description("all keys or one user's: id, user name, first characters, when made, when revoked")
    .action(async (userName: string | undefined) => {
      const keys = await withService(cli, 'agency key list', (service) => service.get(UsersService).listKeys(userName));
      const rows = keys.map(({ KeyId, UserName, Prefix, CreatedAt, RevokedAt }) => [
        KeyId,
        UserName,
        Prefix,
        CreatedAt.slice(0, 19),
        RevokedAt?.slice(0, 19) ?? '',
      ]);
      await terminal.table(['Key id', 'User name', 'Begins with', 'Created', 'Revoked'], rows);
    });

  key
    .command('revoke <key-id>')
    .description('takes a key out of use')
    .action(async (keyId: string) => {
      await withService(cli, 'agency key revoke', (service) => service.get(UsersService).revokeKey(keyId));
      terminal.say(`Revoked the key ${keyId}.`);
    });
}
