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
<passphrase>: the text of the file, 15 characters or more. <key>: a key pair as \`age-keygen\` writes it; to make a
backup its public key (age1…) is enough.`;

const passphraseOption = (what: string): Option =>
  new Option('--passphrase-file <passphrase>', `${what} with the passphrase in that file`).conflicts('keyFile');
const keyOption = (what: string): Option => new Option('--key-file <key>', `${what} with the key in that file`);

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
The secrets beside the database are copied to <file>.secrets.json, because encrypted fields need FIELD_KEY; the files of
documents, encrypted as they are stored, to <file>.files. No file is overwritten. For MySQL, the command prints the
commands of the server's tools.

Both files can be encrypted, in the format of the tool age.${keyHelp}

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
        terminal.say(`${copied}. Keep FIELD_KEY and JWT_SECRET of the environment as well.`);
        return;
      }
      await copySecrets(...secrets, key?.encrypt);
      const advice = key ? 'keep the key elsewhere' : 'a person who has both can read everything';
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
Stop the service first: a database in use is refused. The command checks the backup before it changes anything.
The secrets beside the backup replace those beside the database, which are kept too.
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
      if (former !== undefined) terminal.say(`The former database is ${former}.`);
      if (pending > 0) terminal.say(`The backup lacks ${pending} migrations: run \`agency migrate\`.`);
      terminal.say('Run `agency doctor` before the service is started.');
    });
}

const unused = { JWT_SECRET: 'not used: copying needs no secrets' };

/** The keys for a restored database: the environment's, else the backup's, else those beside the former database. */
function cipherOf(cli: Cli, secrets: string): FieldCipher {
  const kept = (database: string): KeptSecrets | undefined =>
    readSecrets(secrets) ?? readSecrets(secretsFile(database));
  return new FieldCipher(loadConfig(cli.variables, unused, kept));
}

/**
 * The file of DATABASE_URL. Copying needs no secrets, and must not create any beside a database that it will replace.
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

/** Checks the last line of a dump. A truncated dump lacks it. */
const checkDump = "gunzip < agency.sql.gz | tail -n 1 | grep '^-- Dump completed'";

function dumpAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server. Its own tool copies it while it is in use. In bash:
  set -o pipefail
  mariadb-dump ${options(target)} --single-transaction --master-data=2 --quick --hex-blob \
--default-character-set=utf8mb4 ${target.database} | gzip > agency.sql.gz
  ${checkDump}
The dump is whole only if both commands end with 0 and the second prints its last line. --master-data=2 writes the
position in the binary log into the dump, for a restore to a later moment (docs/operations.md). Its user needs the
rights RELOAD and BINLOG MONITOR. Omit it if log_bin is off; mysqldump of MySQL calls it --source-data=2.
To encrypt the dump: … | gzip | age -p > agency.sql.gz.age
Keep FIELD_KEY and JWT_SECRET of the environment as well, and copy the folder or bucket of FILES_URL after the dump.`;
}

function loadAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server. Into an empty database of it, in bash:
  set -o pipefail
  ${checkDump} &&
  gunzip < agency.sql.gz | mariadb ${options(target)} --default-character-set=utf8mb4 ${target.database}
Use a user that may create and lock tables.
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

/** The key of the backup; undefined if it is not encrypted. Throws CommandFailed. */
async function keyOf(file: string, options: KeyOptions): Promise<FileKey | undefined> {
  const [key, encrypted] = await Promise.all([fileKey(options), isEncrypted(file)]);
  if (encrypted && !key) throw new CommandFailed(`${file} is encrypted: state --passphrase-file or --key-file.`);
  if (key && !encrypted && existsSync(file)) throw new CommandFailed(`${file} is not encrypted.`);
  return key;
}

/** Decrypts the backup's secrets, so that a wrong key fails before anything changes, and runs the work with them. */
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

/** Puts the backup's secrets beside the restored database; the former database keeps its own. */
async function restoreSecrets(from: string, to: string, former: string | undefined): Promise<void> {
  const kept = readSecrets(from);
  if (!kept || JSON.stringify(readSecrets(to)) === JSON.stringify(kept)) return;
  if (existsSync(to)) await rename(to, secretsFile(former ?? `${to}.former`));
  await copySecrets(from, to);
}
