import type { Command } from 'commander';
import { chmod, copyFile, rename, writeFile } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { loadConfig, type Config } from '../../config/config.js';
import { makeDatabaseFolder } from '../../config/database-folder.js';
import type { DatabaseTarget } from '../../config/settings/database-url.js';
import type { FilesTarget } from '../../config/settings/files-url.js';
import { readSecrets, secretsFile, type KeptSecrets } from '../../config/kept-secrets.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import type { OnProgress } from '../../database/sqlite/sqlite-backup.js';
import { backUpFiles, mustBeFree, restoreFiles } from './file-copies.js';
import { CommandFailed, UsageError, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

type MysqlTarget = Extract<DatabaseTarget, { kind: 'mysql' }>;

export function addBackupCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  program
    .command('backup <file>')
    .description('copies the SQLite database while the service runs, and checks the copy')
    .addHelpText(
      'after',
      `
The secrets beside the database are copied to <file>.secrets.json, because encrypted fields need FIELD_KEY. The files of
documents, which are stored encrypted, are copied to <file>.files. No file is overwritten. For MySQL, the command prints
the commands of the server's tools.

Example:
  $ agency backup /backup/agency-$(date +%F).sqlite`,
    )
    .action(async (file: string) => {
      const database = sqliteFile(cli, dumpAdvice);
      const secrets = [secretsFile(database), secretsFile(file)] as const;
      if (existsSync(secrets[1])) throw new CommandFailed(`${secrets[1]} exists. Choose another file.`);
      mustBeFree(file);
      const { backUp, objectsIn } = await import('../../database/sqlite/sqlite-backup.js');
      await copying(terminal, 'backup', (progress) => backUp(database, file, progress));
      await backUpFiles(terminal, filesTarget(cli), objectsIn(database), file);
      if (!existsSync(secrets[0])) {
        terminal.say(`Copied ${database}. Also keep FIELD_KEY and JWT_SECRET of the environment.`);
        return;
      }
      await copySecrets(...secrets);
      terminal.say(`Copied ${database} and its secrets (${secrets[1]}): anyone who has both can read everything.`);
    });

  program
    .command('restore <file>')
    .description('replaces the SQLite database of DATABASE_URL with a backup')
    .option('--force', 'replaces an existing database, and keeps it under another name')
    .addHelpText(
      'after',
      `
Stop the service first, because the command refuses a database in use. It checks the backup before it changes anything.
The secrets beside the backup replace the secrets beside the database, which are kept under another name.

Example:
  $ agency restore /backup/agency-2026-04-30.sqlite --force`,
    )
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const database = sqliteFile(cli, loadAdvice);
      const { laterErasures, restore } = await import('../../database/sqlite/sqlite-backup.js');
      makeDatabaseFolder(database);
      const secrets = secretsFile(file);
      const cipher = cipherOf(cli, secrets);
      const { former, pending } = await copying(terminal, 'restore', (progress) =>
        restore(file, database, force, progress, cipher),
      );
      await restoreSecrets(secrets, secretsFile(database), former);
      terminal.say(`Restored ${database}.`);
      await restoreFiles(terminal, filesTarget(cli), file, former);
      if (former !== undefined) terminal.say(`The former database is now ${former}.`);
      if (pending > 0) terminal.say(`The backup lacks ${pending} migrations: run \`agency migrate\`.`);
      const later = former === undefined ? undefined : laterErasures(former, database);
      if (later === undefined) terminal.say(eraseAgain);
      else {
        const erasures = `${former}.erasures.csv`;
        await writeFile(erasures, later, { flag: 'wx', mode: 0o600 });
        terminal.say(`The backup is from before the erasure of ${later.split('\n').length - 2} contacts.`);
        terminal.say(`Run \`agency import contact-erasures ${erasures}\`, which erases them again.`);
      }
      terminal.say('Run `agency doctor` before you start the service.');
    });
}

const eraseAgain =
  'If contacts were erased after the backup, run `agency import contact-erasures <file>` with an export of that set ' +
  'that was made after these erasures.';
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
Afterwards run \`agency migrate\` and \`agency doctor\`.
${eraseAgain}`;
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

async function copySecrets(from: string, to: string): Promise<void> {
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
