import type { Command } from 'commander';
import { CsvError, parse } from 'csv-parse/sync';
import type { Readable } from 'node:stream';
import type { KeyLimits } from '../../auth/api-keys/api-keys.service.js';
import { UsersService, type FormerKey } from '../../auth/users/users.service.js';
import { Config } from '../../config/config.js';
import { listed } from '../../config/validators.js';
import { parseDateTime } from '../../record/values/datetime-text.js';
import { parseGuid } from '../../record/values/guid.js';
import { openSource } from '../../sets/source.js';
import { dateText } from '../arguments.js';
import { CommandFailed, withService, type Cli } from '../service.js';

interface LimitOptions {
  expires?: string;
  scope?: string[];
  administrator?: boolean;
}

export function addKeyCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  const key = program.command('key').description('API keys: whoever sends one in X-Api-Key acts as its owner');

  limited(key.command('create <user-name>'))
    .description('a new key, printed alone on stdout; it cannot be read again')
    .addHelpText(
      'after',
      `
Examples:
  $ agency key create kiosk@example.com --scope checkins > kiosk.key
  $ agency key create kiosk@example.com --scope queue > board.key
  $ agency key create reports@example.com --scope listEventTypes,readRole --expires 2027-01-31`,
    )
    .action(async (userName: string, options: LimitOptions) => {
      const made = await withService(cli, 'agency key create', (service) =>
        service.get(UsersService).createKey(userName, limitsOf(options, service.get(Config))),
      );
      terminal.say(`Created the key ${made.KeyId} of ${userName}.`);
      await terminal.write(`${made.key}\n`);
    });

  limited(key.command('import <file>'))
    .description('takes over the GUID keys of the former system, all or none; only their hashes are kept')
    .addHelpText(
      'after',
      `
A CSV file (- is stdin) with the columns ApiKey, and UserName or AgentId. Keys that are known already are left \
as they are.

Example:
  $ agency key import former-keys.csv --scope checkins`,
    )
    .action(async (file: string, options: LimitOptions) => {
      const former = formerKeys(await textOf(file, terminal.stdin));
      const taken = await withService(cli, 'agency key import', (service) =>
        service.get(UsersService).importKeys(former, limitsOf(options, service.get(Config))),
      );
      terminal.say(`Took over ${taken} of ${former.length} keys.`);
    });

  key
    .command('list [user-name]')
    .description("all keys or one user's: id, user name, first characters, dates of making, expiry and last use, scope")
    .action(async (userName: string | undefined) => {
      const keys = await withService(cli, 'agency key list', (service) => service.get(UsersService).listKeys(userName));
      const rows = keys.map(({ KeyId, UserName, Prefix, CreatedAt, RevokedAt, ExpiresAt, LastUsedAt, Scope }) => [
        KeyId,
        UserName,
        Prefix,
        ...[CreatedAt, RevokedAt, ExpiresAt, LastUsedAt].map((at) => (at ? `${at.slice(0, 19)}Z` : '')),
        Scope,
      ]);
      const header = ['Key id', 'User name', 'Begins with', 'Created', 'Revoked', 'Expires', 'Last used', 'Scope'];
      await terminal.table(header, rows);
    });

  key
    .command('revoke <key-id>')
    .description('takes a key out of use')
    .action(async (keyId: string) => {
      await withService(cli, 'agency key revoke', (service) => service.get(UsersService).revokeKey(keyId));
      terminal.say(`Revoked the key ${keyId}.`);
    });
}

function limited(command: Command): Command {
  return command
    .option('--expires <date>', 'when it expires, such as 2027-01-31, in TIME_ZONE (in a year unless given)', dateText)
    .option(
      '--scope <names>',
      'comma-separated: `checkins`, `queue` (a board), names of operations (whatever the user may do unless given)',
      listed,
    )
    .option('--administrator', 'it may act for an Administrator');
}

function limitsOf({ expires, scope, administrator }: LimitOptions, { timeZone }: Config): KeyLimits {
  const expiresAt = expires === undefined ? undefined : parseDateTime(expires, { timeZone });
  return { expiresAt, scope, administrator };
}

/** Throws BadRequest. */
async function textOf(file: string, stdin: Readable): Promise<string> {
  const source = await openSource(file, stdin);
  try {
    let text = '';
    for await (const chunk of source.text()) text += chunk;
    return text;
  } finally {
    await source.close();
  }
}

/** Throws CommandFailed. */
function rowsOf(text: string): Partial<Record<string, string>>[] {
  try {
    return parse(text, { columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw new CommandFailed(`This is not CSV with commas: ${error.message}.`);
    throw error;
  }
}

const columns = ['ApiKey', 'UserName', 'AgentId'];

/** Throws CommandFailed with every column and line that is wrong; never with a key. */
function formerKeys(text: string): FormerKey[] {
  const rows = rowsOf(text);
  // A column such as Scope that is passed over would make keys without limits.
  const unknown = Object.keys(rows[0] ?? {}).filter((name) => !columns.includes(name));
  if (unknown.length > 0)
    throw new CommandFailed(`There is no column ${unknown.join(', ')}: the columns are ${columns.join(', ')}.`);
  const bad: string[] = [];
  const keys = rows.map(({ UserName, AgentId, ApiKey }, index): FormerKey => {
    const guid = parseGuid(ApiKey ?? '');
    const isOwned = UserName ? AgentId === undefined || AgentId === '' : /^[1-9]\d{0,9}$/.test(AgentId ?? '');
    if (guid === undefined) bad.push(`line ${index + 2}: ApiKey must be a GUID`);
    if (!isOwned) bad.push(`line ${index + 2}: either UserName or AgentId is needed`);
    return { ApiKey: guid ?? '', ...(UserName ? { UserName } : { AgentId: Number(AgentId) }) };
  });
  if (bad.length > 0) throw new CommandFailed(bad.join('\n'));
  return keys;
}
