import { Option, type Command } from 'commander';
import { chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadConfig, type Config } from '../../config/config.js';
import type { DatabaseTarget } from '../../config/settings/database-url.js';
import type { FilesTarget } from '../../config/settings/files-url.js';
import { readSecrets, secretsFile, type KeptSecrets } from '../../config/kept-secrets.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import type { OnProgress } from '../../database/sqlite/sqlite-backup.js';
import { fileKey, isEncrypted, type FileKey, type KeyOptions } from '../../extras/encrypted-backup/encrypted-files.js';
import { backUpFiles, mustBeFree, restoreFiles } from './file-copies.js';
import { CommandFailed, UsageError, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

type MysqlTarget = Extract<DatabaseTarget, { kind: 'mysql' }>;

const keyHelp = `
<passphrase> is a file with the passphrase, 15 characters or more. <key> is a file that \`age-keygen\` wrote. To encrypt
a backup, the public key in it (age1…) is enough.`;

const passphraseOption = (what: string): Option =>
  new Option('--passphrase-file <passphrase>', `${what} with the passphrase in this file`).conflicts('keyFile');
const keyOption = (what: string): Option => new Option('--key-file <key>', `${what} with the key in this file`);

export function addBackupCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  program
    .command('backup <file>')
    .description('copies the SQLite database while the service runs, and checks the copy')
    .addOption(passphraseOption('encrypts the copy'))
    .addOption(keyOption('encrypts the copy'))
    .addHelpText(
      'after',
      `
The secrets beside the database are copied to <file>.secrets.json, because encrypted fields need FIELD_KEY. The files of
documents, which are stored encrypted, are copied to <file>.files. No file is overwritten. For MySQL, the command prints
the commands of the server's tools.

<file> and <file>.secrets.json can be encrypted in the format of the tool age.${keyHelp}

Examples:
  $ agency backup /backup/agency-$(date +%F).sqlite
  $ agency backup /backup/agency-$(date +%F).sqlite.age --passphrase-file /etc/agency.backup`,
    )
    .action(async (file: string, options: KeyOptions) => {
      const database = sqliteFile(cli, dumpAdvice);
      const secrets = [secretsFile(database), secretsFile(file)] as const;
      if (existsSync(secrets[1])) throw new CommandFailed(`${secrets[1]} exists. Choose another file.`);
      mustBeFree(file);
      const key = await fileKey(options);
      const { backUp, objectsIn } = await import('../../database/sqlite/sqlite-backup.js');
      await copying(terminal, 'backup', (progress) => backUp(database, file, progress, key?.encrypt));
      await backUpFiles(terminal, filesTarget(cli), objectsIn(database), file);
      const copied = `${key ? 'Copied and encrypted' : 'Copied'} ${database}`;
      if (!existsSync(secrets[0])) {
        terminal.say(`${copied}. Also keep FIELD_KEY and JWT_SECRET of the environment.`);
        return;
      }
      await copySecrets(...secrets, key?.encrypt);
      const advice = key ? 'keep the key in another place' : 'anyone who has both can read everything';
      terminal.say(`${copied} and its secrets (${secrets[1]}): ${advice}.`);
    });

  program
    .command('restore <file>')
    .description('replaces the SQLite database of DATABASE_URL with a backup')
    .option('--force', 'replaces an existing database, and keeps it under another name')
    .addOption(passphraseOption('decrypts the backup'))
    .addOption(keyOption('decrypts the backup'))
    .addHelpText(
      'after',
      `
Stop the service first, because the command refuses a database in use. It checks the backup before it changes anything.
The secrets beside the backup replace the secrets beside the database, which are kept under another name.
An encrypted backup needs its passphrase or key.${keyHelp}

Examples:
  $ agency restore /backup/agency-2026-04-30.sqlite --force
  $ agency restore /backup/agency-2026-04-30.sqlite.age --passphrase-file /etc/agency.backup`,
    )
    .action(async (file: string, { force = false, ...options }: { force?: boolean } & KeyOptions) => {
      const database = sqliteFile(cli, loadAdvice);
      const key = await keyOf(file, options);
      const { restore } = await import('../../database/sqlite/sqlite-backup.js');
      await mkdir(dirname(database), { recursive: true });
      const { former, pending } = await withSecrets(secretsFile(file), secretsFile(database), key, async (secrets) => {
        const cipher = cipherOf(cli, secrets);
        const restored = await copying(terminal, 'restore', (progress) =>
          restore(file, database, force, progress, cipher, key?.decrypt),
        );
        await restoreSecrets(secrets, secretsFile(database), restored.former);
        return restored;
      });
      terminal.say(`Restored ${database}.`);
      await restoreFiles(terminal, filesTarget(cli), file, former);
      if (former !== undefined) terminal.say(`The former database is now ${former}.`);
      if (pending > 0) terminal.say(`The backup lacks ${pending} migrations: run \`agency migrate\`.`);
      terminal.say('Run `agency doctor` before you start the service.');
    });
}

const unused = { JWT_SECRET: 'not used: copying needs no secrets' };

/**
 * The cipher for the restored database. Its keys come from the environment, else from the file `secrets` of the backup,
 * else from the secrets beside the former database.
 */
function cipherOf(cli: Cli, secrets: string): FieldCipher {
  const kept = (database: string): KeptSecrets | undefined =>
    readSecrets(secrets) ?? readSecrets(secretsFile(database));
  return new FieldCipher(loadConfig(cli.variables, unused, kept));
}

/**
 * The SQLite file of DATABASE_URL. The settings are loaded without secrets, because reading the secrets may create a
 * file of secrets beside a database that will be replaced. `advice` makes the text of the error for a MySQL server.
 */
function sqliteFile(cli: Cli, advice: (target: MysqlTarget) => string): string {
  const { database } = settingsOf(cli);
  if (database.kind === 'mysql') throw new UsageError(advice(database));
  return database.file;
}

function filesTarget(cli: Cli): FilesTarget | undefined {
  return settingsOf(cli).filesUrl;
}

function settingsOf(cli: Cli): Config {
  return loadConfig(cli.variables, { ...unused, FIELD_KEY: '01'.repeat(32) });
}

function options({ host, port, user, tls }: MysqlTarget): string {
  const trust = tls && (tls.ca === undefined ? ' --ssl' : ' --ssl-ca=<the file of ssl-ca> --ssl-verify-server-cert');
  return `--host=${host} --port=${port} --user=${user} --password${trust ?? ''}`;
}

/** A shell command that fails if the dump lacks its last line, as a truncated dump does. */
const checkDump = "gunzip < agency.sql.gz | tail -n 1 | grep '^-- Dump completed'";

function dumpAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server, whose own tool copies it while it is in use. Run in bash:
  set -o pipefail
  mariadb-dump ${options(target)} --single-transaction --master-data=2 --quick --hex-blob \
--default-character-set=utf8mb4 ${target.database} | gzip > agency.sql.gz
  ${checkDump}
The dump is complete only if both commands exit with 0 and the second prints the last line of the dump. --master-data=2
writes the position in the binary log into the dump, for a restore to a later moment (docs/operations.md). Its user
needs the rights RELOAD and BINLOG MONITOR. Omit it if log_bin is off. For mysqldump of MySQL, write --source-data=2.
To encrypt the dump: … | gzip | age -p > agency.sql.gz.age
Also keep FIELD_KEY and JWT_SECRET of the environment, and copy the folder or bucket of FILES_URL after the dump.`;
}

function loadAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server. To restore a dump into an empty database, run in bash:
  set -o pipefail
  ${checkDump} &&
  gunzip < agency.sql.gz | mariadb ${options(target)} --default-character-set=utf8mb4 ${target.database}
Use a user that may create and lock tables.
Decrypt an encrypted dump first: age -d agency.sql.gz.age > agency.sql.gz
Afterwards run \`agency migrate\` and \`agency doctor\`.`;
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

/**
 * The key that decrypts the backup; undefined for a backup that is not encrypted. Throws CommandFailed if an encrypted
 * backup has no key in the `options`, or an unencrypted one has a key there.
 */
async function keyOf(file: string, options: KeyOptions): Promise<FileKey | undefined> {
  const [key, encrypted] = await Promise.all([fileKey(options), isEncrypted(file)]);
  if (encrypted && !key) throw new CommandFailed(`${file} is encrypted: add --passphrase-file or --key-file.`);
  if (key && !encrypted && existsSync(file)) throw new CommandFailed(`${file} is not encrypted.`);
  return key;
}

/** Decrypts the backup's secrets before `work` runs, so that a wrong key fails before anything changes. */
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

/**
 * Copies the backup's secrets from `from` to `to`, beside the restored database. If `to` has other
 * secrets, moves them beside the `former` database first.
 */
async function restoreSecrets(from: string, to: string, former: string | undefined): Promise<void> {
  const kept = readSecrets(from);
  if (!kept || JSON.stringify(readSecrets(to)) === JSON.stringify(kept)) return;
  if (existsSync(to)) await rename(to, secretsFile(former ?? `${to}.former`));
  await copySecrets(from, to);
}
