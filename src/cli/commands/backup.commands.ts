import { Option, type Command } from 'commander';
import { chmod, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { loadConfig } from '../../config/config.js';
import type { DatabaseTarget } from '../../config/database-url.js';
import { readSecrets, secretsFile, type KeptSecrets } from '../../config/kept-secrets.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import type { OnProgress } from '../../database/sqlite/sqlite-backup.js';
import { fileKey, isEncrypted, type FileKey, type KeyOptions } from '../encrypted-files.js';
import { CommandFailed, UsageError, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

type MysqlTarget = Extract<DatabaseTarget, { kind: 'mysql' }>;

const keyHelp = `
<passphrase>: the text of the file, 15 characters or more. <key>: a key pair as \`age-keygen\` writes it; to make a
backup its public key (age1…) is enough.`;

const passphraseOption = (what: string): Option =>
  new Option('--passphrase-file <passphrase>', `${what} with the passphrase in that file`).conflicts('keyFile');
const keyOption = (what: string): Option => new Option('--key-file <key>', `${what} with the key in that file`);

export function addBackupCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  program
    .command('backup <file>')
    .description('copies the SQLite database while it is served, and checks the copy')
    .addOption(passphraseOption('encrypts the copy'))
    .addOption(keyOption('encrypts the copy'))
    .addHelpText(
      'after',
      `
The secrets that the service keeps beside its database are copied to <file>.secrets.json: without FIELD_KEY
encrypted fields cannot be read. Nothing is overwritten. A MySQL server is backed up by its own tools;
the command says how.

Both files can be encrypted, in the format of the tool age.${keyHelp}

Examples:
  $ agency backup /backup/agency-$(date +%F).sqlite
  $ agency backup /backup/agency-$(date +%F).sqlite.age --passphrase-file /etc/agency.backup`,
    )
    .action(async (file: string, options: KeyOptions) => {
      const database = sqliteFile(cli, dumpAdvice);
      const secrets = [secretsFile(database), secretsFile(file)] as const;
      if (existsSync(secrets[1])) throw new CommandFailed(`${secrets[1]} exists already.`);
      const key = await fileKey(options);
      const { backUp } = await import('../../database/sqlite/sqlite-backup.js');
      await copying(terminal, 'backup', (progress) => backUp(database, file, progress, key?.encrypt));
      const copied = `${key ? 'Copied and encrypted' : 'Copied'} ${database}`;
      if (!existsSync(secrets[0])) {
        terminal.say(`${copied}. Keep FIELD_KEY and JWT_SECRET of the environment as well.`);
        return;
      }
      await copySecrets(...secrets, key?.encrypt);
      const who = key ? 'keep what decrypts them elsewhere' : 'whoever has both can read everything';
      terminal.say(`${copied} and its secrets (${secrets[1]}): ${who}.`);
    });

  program
    .command('restore <file>')
    .description('puts a backup in the place of the SQLite database of DATABASE_URL')
    .option('--force', 'replaces a database that is there, which is kept under another name')
    .addOption(passphraseOption('decrypts the backup'))
    .addOption(keyOption('decrypts the backup'))
    .addHelpText(
      'after',
      `
Stop the service first: a database in use is left alone. The backup is checked before anything changes.
The secrets beside the backup take the place of those beside the database, which are kept likewise.
An encrypted backup takes what it was encrypted with.${keyHelp}

Examples:
  $ agency restore /backup/agency-2026-04-30.sqlite --force
  $ agency restore /backup/agency-2026-04-30.sqlite.age --passphrase-file /etc/agency.backup`,
    )
    .action(async (file: string, { force = false, ...options }: { force?: boolean } & KeyOptions) => {
      const database = sqliteFile(cli, loadAdvice);
      const key = await keyOf(file, options);
      const { restore } = await import('../../database/sqlite/sqlite-backup.js');
      const { former, pending } = await withSecrets(secretsFile(file), secretsFile(database), key, async (secrets) => {
        const cipher = cipherOf(cli, secrets);
        const restored = await copying(terminal, 'restore', (progress) =>
          restore(file, database, force, progress, cipher, key?.decrypt),
        );
        await restoreSecrets(secrets, secretsFile(database), restored.former);
        return restored;
      });
      terminal.say(`Restored ${database}.`);
      if (former !== undefined) terminal.say(`The former database is ${former}.`);
      if (pending > 0) terminal.say(`The backup lacks ${pending} migrations: run \`agency migrate\`.`);
      terminal.say('Run `agency doctor` before the service is started.');
    });
}

const unused = { JWT_SECRET: 'not used: copying needs no secrets' };

/** What a restored database will be opened with: the environment's keys, else the backup's, else the former one's. */
function cipherOf(cli: Cli, secrets: string): FieldCipher {
  const kept = (database: string): KeptSecrets | undefined =>
    readSecrets(secrets) ?? readSecrets(secretsFile(database));
  return new FieldCipher(loadConfig(cli.variables, unused, kept));
}

/**
 * The file of DATABASE_URL. Copying needs no secrets, and none must be made beside a database that is to be replaced.
 */
function sqliteFile(cli: Cli, advice: (target: MysqlTarget) => string): string {
  const { database } = loadConfig(cli.variables, { ...unused, FIELD_KEY: '01'.repeat(32) });
  if (database.kind === 'mysql') throw new UsageError(advice(database));
  return database.file;
}

function options({ host, port, user, tls }: MysqlTarget): string {
  const trust = tls && (tls.ca === undefined ? ' --ssl' : ' --ssl-ca=<the file of ssl-ca> --ssl-verify-server-cert');
  return `--host=${host} --port=${port} --user=${user} --password${trust ?? ''}`;
}

/** The last line of a dump, without which a part of it is missing. */
const checkDump = "gunzip < agency.sql.gz | tail -n 1 | grep '^-- Dump completed'";

function dumpAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server, whose own tool copies it while it is in use. In bash:
  set -o pipefail
  mariadb-dump ${options(target)} --single-transaction --master-data=2 --quick --hex-blob \
--default-character-set=utf8mb4 ${target.database} | gzip > agency.sql.gz
  ${checkDump}
The dump is whole only where both end with 0 and the second prints its last line. --master-data=2 notes the place in
the binary log from which docs/operations.md goes on to a later moment; leave it out where log_bin is off. mysqldump of
MySQL takes --source-data=2 instead. To encrypt the dump: … | gzip | age -p > agency.sql.gz.age
Keep FIELD_KEY and JWT_SECRET of the environment as well.`;
}

function loadAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server. Into an empty database of it, in bash:
  set -o pipefail
  ${checkDump} &&
  gunzip < agency.sql.gz | mariadb ${options(target)} --default-character-set=utf8mb4 ${target.database}
An encrypted dump: age -d agency.sql.gz.age > agency.sql.gz first. Then \`agency migrate\` and \`agency doctor\`.`;
}

async function copying<T>(terminal: Terminal, label: string, work: (progress: OnProgress) => Promise<T>): Promise<T> {
  const { CopyRefused } = await import('../../database/sqlite/sqlite-backup.js');
  const progress = terminal.progress(label, 100);
  try {
    return await work((done, total) => progress.at((done / total) * 100));
  } catch (error) {
    throw error instanceof CopyRefused ? new CommandFailed(error.message) : error;
  } finally {
    progress.end();
  }
}

/** What the backup takes to be read; undefined: it is not encrypted. Throws CommandFailed. */
async function keyOf(file: string, options: KeyOptions): Promise<FileKey | undefined> {
  const [key, encrypted] = await Promise.all([fileKey(options), isEncrypted(file)]);
  if (encrypted && !key) throw new CommandFailed(`${file} is encrypted: state --passphrase-file or --key-file.`);
  if (key && !encrypted && existsSync(file)) throw new CommandFailed(`${file} is not encrypted.`);
  return key;
}

/** Work with the backup's secrets as they can be read: decrypted before anything is changed. */
async function withSecrets<T>(
  from: string,
  to: string,
  key: FileKey | undefined,
  work: (secrets: string) => Promise<T>,
): Promise<T> {
  if (!key || !existsSync(from)) return work(from);
  const opened = `${to}.${process.pid}.part`;
  try {
    await copySecrets(from, opened, key.decrypt);
    return await work(opened);
  } finally {
    await rm(opened, { force: true });
  }
}

async function copySecrets(from: string, to: string, recode?: FileKey['encrypt']): Promise<void> {
  if (recode) {
    await writeFile(to, '', { flag: 'wx', mode: 0o600 });
    return recode(from, to, () => undefined);
  }
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, 0o600);
}

/** The backup's secrets beside the restored database; those of the former one stay with it. */
async function restoreSecrets(from: string, to: string, former: string | undefined): Promise<void> {
  const kept = readSecrets(from);
  if (!kept || JSON.stringify(readSecrets(to)) === JSON.stringify(kept)) return;
  if (existsSync(to)) await rename(to, secretsFile(former ?? `${to}.former`));
  await copySecrets(from, to);
}
