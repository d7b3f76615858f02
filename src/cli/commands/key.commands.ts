import type { Command } from 'commander';
import { CsvError, parse } from 'csv-parse/sync';
import type { Readable } from 'node:stream';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { ApiKeysService, type FormerKey, type KeyLimits } from '../../auth/api-keys/api-keys.service.js';
import { KioskKeysService } from '../../auth/api-keys/kiosk/kiosk-keys.service.js';
import { Config } from '../../config/config.js';
import { listed } from '../../config/settings/validators.js';
import { noOptions } from '../../record/lists/list-options.js';
import { parseDateTime } from '../../record/values/datetime-text.js';
import { parseGuid } from '../../record/values/guid.js';
import { openSource } from '../../sets/source.js';
import { dateText } from '../arguments.js';
import { CommandFailed, UsageError, withService, type Cli } from '../service.js';

interface LimitOptions {
  expires?: string;
  scope?: string[];
  administrator?: boolean;
}
interface CreateOptions extends LimitOptions {
  kiosk?: string;
}

export function addKeyCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;
  const key = program
    .command('key')
    .description('manages API keys; a call with a key in X-Api-Key acts as the owner of the key');

  limited(key.command('create [user-name]'))
    .description('creates a key and prints only the key on stdout; it cannot be shown again')
    .option('--kiosk <LocationId>', 'creates a key for the kiosk of a location, instead of a user')
    .addHelpText(
      'after',
      `
Examples:
  $ agency key create --kiosk a18d631ca3244bdb8e871c425bd24982 > kiosk.key
  $ agency key create desk@example.com --scope checkins > desk.key
  $ agency key create board@example.com --scope queue > board.key
  $ agency key create reports@example.com --scope listEventTypes,readRole --expires 2027-01-31`,
    )
    .action(async (userName: string | undefined, { kiosk, ...options }: CreateOptions) => {
      const locationId = kiosk === undefined ? undefined : parseGuid(kiosk);
      if ((userName === undefined) === (kiosk === undefined) || (kiosk !== undefined && !locationId))
        throw new UsageError('name either a user, or a location with --kiosk <LocationId>');
      if (kiosk !== undefined && (options.scope ?? options.administrator) !== undefined)
        throw new UsageError('--scope and --administrator need the key of a user, not of a kiosk');
      const made = await withService(cli, 'agency key create', async (service) => {
        const limits = limitsOf(options, service.get(Config));
        return locationId
          ? service.get(KioskKeysService).create(locationId, limits.expiresAt)
          : service.get(ApiKeysService).create(await service.get(AccountsService).idOf(userName!), limits);
      });
      terminal.say(`Created the key ${made.KeyId} of ${userName ?? `the kiosk at ${locationId}`}.`);
      await terminal.write(`${made.key}\n`);
    });

  limited(key.command('import <file>'))
    .description('imports all GUID keys of the former system, or none; stores only their hashes')
    .addHelpText(
      'after',
      `
<file> is CSV (- reads stdin) with the column ApiKey, and UserName or AgentId. Keys that exist stay unchanged.

Example:
  $ agency key import former-keys.csv --scope checkins`,
    )
    .action(async (file: string, options: LimitOptions) => {
      const former = formerKeys(await textOf(file, terminal.stdin));
      const taken = await withService(cli, 'agency key import', (service) =>
        service.get(ApiKeysService).import(former, limitsOf(options, service.get(Config))),
      );
      terminal.say(`Imported ${taken} of ${former.length} keys.`);
    });

  key
    .command('list [user-name]')
    .description('lists all keys or the keys of a user: id, owner, first characters, dates and scope')
    .action(async (userName: string | undefined) => {
      const keys = await withService(cli, 'agency key list', async (service) => {
        const owner = userName === undefined ? undefined : await service.get(AccountsService).idOf(userName);
        return [
          ...(await Array.fromAsync(service.get(ApiKeysService).list(owner, noOptions))),
          ...(userName === undefined ? await kioskKeys(service.get(KioskKeysService)) : []),
        ];
      });
      const rows = keys.map(({ KeyId, UserName, Prefix, CreatedAt, RevokedAt, ExpiresAt, LastUsedAt, Scope }) => [
        KeyId,
        UserName,
        Prefix,
        ...[CreatedAt, RevokedAt, ExpiresAt, LastUsedAt].map((at) => (at ? `${at.slice(0, 19)}Z` : '')),
        Scope,
      ]);
      const header = ['Key id', 'Owner', 'Begins with', 'Created', 'Revoked', 'Expires', 'Last used', 'Scope'];
      await terminal.table(header, rows);
    });

  key
    .command('revoke <key-id>')
    .description('revokes a key')
    .action(async (keyId: string) => {
      await withService(cli, 'agency key revoke', async (service) => {
        const [kiosks, id] = [service.get(KioskKeysService), parseGuid(keyId) ?? ''];
        return (await kiosks.has(id)) ? kiosks.revoke(id) : service.get(ApiKeysService).revoke(id);
      });
      terminal.say(`Revoked the key ${keyId}.`);
    });
}

/** The keys of kiosks. The column for the owner, UserName, contains the name of the location. */
async function kioskKeys(kiosks: KioskKeysService) {
  return Array.fromAsync(await kiosks.list(undefined, noOptions), ({ LocationName, ...key }) => ({
    ...key,
    UserName: LocationName,
    Scope: 'kiosk',
  }));
}

function limited(command: Command): Command {
  return command
    .option(
      '--expires <date>',
      'day on which the key expires, such as 2027-01-31, in TIME_ZONE; default: in a year',
      dateText,
    )
    .option(
      '--scope <names>',
      'comma-separated: `checkins`, `queue` (for a board), names of operations; default: all operations of the user',
      listed,
    )
    .option('--administrator', 'lets the key act for an Administrator');
}

function limitsOf({ expires, scope, administrator }: LimitOptions, { timeZone }: Config): KeyLimits {
  const expiresAt = expires === undefined ? undefined : parseDateTime(expires, { timeZone });
  return { expiresAt, scope, administrator };
}

/** The text of the file, or of stdin for `-`. Throws BadRequest. */
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

/** Parses CSV with a header line. Throws CommandFailed. */
function rowsOf(text: string): Partial<Record<string, string>>[] {
  try {
    return parse(text, { columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw new CommandFailed(`The file is not CSV with commas: ${error.message}.`);
    throw error;
  }
}

const columns = ['ApiKey', 'UserName', 'AgentId'];

/** Throws CommandFailed, whose message names all wrong columns or all wrong lines, but shows none of the keys. */
function formerKeys(text: string): FormerKey[] {
  const rows = rowsOf(text);
  // Reject unknown columns: a column such as Scope states limits, which the import would ignore.
  const unknown = Object.keys(rows[0] ?? {}).filter((name) => !columns.includes(name));
  if (unknown.length > 0)
    throw new CommandFailed(`There is no column ${unknown.join(', ')}: the columns are ${columns.join(', ')}.`);
  const bad: string[] = [];
  const keys = rows.map(({ UserName, AgentId, ApiKey }, index): FormerKey => {
    const guid = parseGuid(ApiKey ?? '');
    const isOwned = UserName ? AgentId === undefined || AgentId === '' : /^[1-9]\d{0,9}$/.test(AgentId ?? '');
    if (guid === undefined) bad.push(`line ${index + 2}: ApiKey must be a GUID`);
    if (!isOwned) bad.push(`line ${index + 2}: either UserName or AgentId is required`);
    return { ApiKey: guid ?? '', ...(UserName ? { UserName } : { AgentId: Number(AgentId) }) };
  });
  if (bad.length > 0) throw new CommandFailed(bad.join('\n'));
  return keys;
}
