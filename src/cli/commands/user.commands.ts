import { Argument, Option, type Command } from 'commander';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { ThrottleService } from '../../auth/throttle/throttle.service.js';
import { UsersService } from '../../auth/users/users.service.js';
import { listed } from '../../config/settings/validators.js';
import { roleNames } from '../../http/endpoint/roles.js';
import { Db } from '../../database/db.js';
import { RolesService } from '../../modules/roles/roles.service.js';
import { roleTemplates } from '../../modules/roles/role-templates.js';
import type { Guid } from '../../record/fields.js';
import { noOptions } from '../../record/lists/list-options.js';
import { recordId } from '../arguments.js';
import { CommandFailed, withService, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

interface PasswordOption {
  passwordStdin?: boolean;
}
interface CreateOptions extends PasswordOption {
  roles: string[];
  agent?: number;
  displayName?: string;
}

/** What the command says about a generated password. */
const mustChange = 'The password must be changed at the first sign-in: POST /v1/Auth/Password.';

const passwordStdin = ['--password-stdin', 'reads the password from stdin instead of generating one'] as const;

export function addUserCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  /** Runs the work with the user of that name. */
  const withUser = <T>(command: string, userName: string, work: (users: UsersService, id: Guid) => Promise<T>) =>
    withService(cli, `agency user ${command}`, async (service) =>
      work(service.get(UsersService), await service.get(AccountsService).idOf(userName)),
    );
  const user = program.command('user').description('manages users, their passwords and roles');

  user
    .command('create <user-name>')
    .description('creates a user; without --password-stdin, generates a password and prints only that on stdout')
    .addOption(
      new Option('--roles <roles>', 'comma-separated names of roles, custom roles included')
        .choices(roleNames)
        .argParser(listed)
        .makeOptionMandatory(),
    )
    .option('--agent <AgentId>', 'agent of the user', recordId)
    .option('--display-name <name>', 'display name; default: the user name')
    .option(...passwordStdin)
    .addHelpText(
      'after',
      `
Examples:
  $ agency user create admin@example.com --roles Administrator
  $ agency user create ann@example.com --roles Agent --agent 12 --password-stdin < password.txt`,
    )
    .action(async (UserName: string, { roles, agent, displayName, passwordStdin: given }: CreateOptions) => {
      const password = given ? await passwordFrom(terminal) : undefined;
      const user = { UserName, DisplayName: displayName, Roles: roles, AgentId: agent, MustChangePassword: !given };
      const made = await withService(cli, 'agency user create', (service) =>
        service.get(UsersService).add(user, password),
      );
      terminal.say(given ? `Created ${UserName}.` : `Created ${UserName}. ${mustChange}`);
      if (!given) await terminal.write(`${made.password}\n`);
    });

  user
    .command('list')
    .description('lists users: name, roles, state, display name, and the end of a throttle')
    .action(async () => {
      const rows = await withService(cli, 'agency user list', async (service) => {
        const waitsUntil = await service.get(ThrottleService).waiting();
        const users = service.get(UsersService).list(noOptions);
        return Array.fromAsync(users, ({ UserName, Roles, Disabled, DisplayName }) => {
          const until = waitsUntil(UserName);
          return [
            UserName,
            (JSON.parse(String(Roles)) as string[]).join(','),
            Disabled ? 'disabled' : 'enabled',
            DisplayName,
            until ? `${until.slice(0, 19)}Z` : '-',
          ];
        });
      });
      await terminal.table(['User name', 'Roles', 'State', 'Display name', 'Throttled until'], rows);
    });

  user
    .command('disable <user-name>')
    .description('disables the user, whose sessions end and whose keys stop working')
    .action(async (userName: string) => {
      await withUser('disable', userName, (users, id) => users.change(id, { Disabled: true }));
      terminal.say(`Disabled ${userName}.`);
    });

  user
    .command('enable <user-name>')
    .description('enables the user again')
    .action(async (userName: string) => {
      await withUser('enable', userName, (users, id) => users.change(id, { Disabled: false }));
      terminal.say(`Enabled ${userName}.`);
    });

  user
    .command('unlock <user-name>')
    .description('clears the failed sign-ins, so that the user can sign in at once')
    .action(async (userName: string) => {
      await withUser('unlock', userName, (users, id) => users.unlock(id));
      terminal.say(`${userName} may try to sign in at once.`);
    });

  user
    .command('password <user-name>')
    .description('sets a new password, ends sessions and throttle; without --password-stdin, prints a generated one')
    .option(...passwordStdin)
    .action(async (userName: string, { passwordStdin: given }: PasswordOption) => {
      const password = given ? await passwordFrom(terminal) : undefined;
      const set = await withUser('password', userName, (users, id) => users.setPassword(id, password, !given));
      terminal.say(`Changed the password of ${userName}.${given ? '' : ` ${mustChange}`}`);
      if (!given) await terminal.write(`${set}\n`);
    });

  user
    .command('mfa-reset <user-name>')
    .description('removes the authenticator app and its recovery codes, and ends the sessions')
    .action(async (userName: string) => {
      await withUser('mfa-reset', userName, (users, id) => users.resetMfa(id));
      terminal.say(`${userName} signs in without a code, until enrolled again.`);
    });

  user
    .command('restrict')
    .description('on: a sign-in ends the other sessions of the user; off: it does not (RestrictToSingleSession)')
    .argument('<user-name>')
    .addArgument(new Argument('<on|off>').choices(['on', 'off']))
    .action(async (userName: string, setting: string) => {
      const RestrictToSingleSession = setting === 'on';
      await withUser('restrict', userName, (users, id) => users.change(id, { RestrictToSingleSession }));
      terminal.say(`${userName} has ${RestrictToSingleSession ? 'one session at a time' : 'any number of sessions'}.`);
    });

  user
    .command('roles')
    .argument('<user-name>')
    .addArgument(
      new Argument('<roles>', 'comma-separated names of roles, custom roles included')
        .choices(roleNames)
        .argParser(listed),
    )
    .description('replaces the roles of the user, comma-separated')
    .addHelpText('after', '\nExample:\n  $ agency user roles ann@example.com Agent,Administrator')
    .action(async (userName: string, roles: string[]) => {
      await withUser('roles', userName, (users, id) => users.change(id, { Roles: roles }));
      terminal.say(`${userName} has the roles ${roles.join(', ')}.`);
    });
}

export function addRoleCommands(program: Command, cli: Cli): void {
  program
    .command('role')
    .description('creates custom roles')
    .command('create')
    .addArgument(new Argument('<template>', 'template with the permissions').choices([...roleTemplates.keys()]))
    .description('creates a custom role from a template; /v1/Roles changes it')
    .addHelpText(
      'after',
      `
Examples for a receptionist, who works at locations and needs no agent:
  $ agency role create front-desk
  $ agency user create rosa@example.com --roles FrontDesk
  $ printf 'UserId,LocationId\\n…,…\\n' | agency import user-locations - --format csv`,
    )
    .action(async (name: string) => {
      const { Permissions, ...template } = roleTemplates.get(name)!;
      const { RoleId } = await withService(cli, 'agency role create', (service) =>
        service
          .get(Db)
          .tx(() => service.get(RolesService).add({ ...template, Permissions: Permissions.map((Code) => ({ Code })) })),
      );
      cli.terminal.say(`Created the role ${template.Code} with the RoleId ${RoleId}.`);
    });
}

/** The text of stdin without the line break at its end. */
async function passwordFrom({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (password === '') throw new CommandFailed('stdin has no password.');
  return password;
}
