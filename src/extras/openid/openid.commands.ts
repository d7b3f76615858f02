import type { Command } from 'commander';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { withService, type Cli } from '../../cli/service.js';
import { OpenIdUsersService } from './openid-users.service.js';

/** Adds `user link` and `user openid-unlink`. */
export function addOpenIdCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  const user = program.commands.find((command) => command.name() === 'user')!;

  user
    .command('link')
    .argument('<user-name>')
    .argument('<issuer/subject>', 'OIDC_ISSUER, a slash, and the subject (`sub`) of the person there')
    .description('links a user to an identity at the sign-in provider; required for Administrators and users with MFA')
    .addHelpText(
      'after',
      `
Other users are linked by their verified address at the first sign-in. A refused sign-in names the issuer and subject.

Example:
  $ agency user link admin@example.com https://login.example.com/realms/house/8f0c1d52-7a4b-4be0-9f6e-0b7f`,
    )
    .action(async (userName: string, identity: string) => {
      await withService(cli, 'agency user link', (service) =>
        service.get(OpenIdUsersService).linkTo(userName, identity),
      );
      terminal.say(`${userName} signs in with the provider as ${identity}.`);
    });

  user
    .command('openid-unlink <user-name>')
    .description('removes the link to the sign-in provider, and ends the sessions of a linked user')
    .action(async (userName: string) => {
      const wasLinked = await withService(cli, 'agency user openid-unlink', async (service) =>
        service.get(OpenIdUsersService).unlink(await service.get(AccountsService).idOf(userName)),
      );
      terminal.say(
        wasLinked
          ? `Removed the link of ${userName} and ended the sessions. ` +
              'The next sign-in with the provider by that name links it again.'
          : `${userName} has no link to the sign-in provider: nothing changed.`,
      );
    });
}
