import type { Command } from 'commander';
import { chmod, copyFile, rename } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { loadConfig } from '../../config/config.js';
import type { DatabaseTarget } from '../../config/database-url.js';
import { readSecrets, secretsFile } from '../../config/kept-secrets.js';
import type { OnProgress } from '../../database/sqlite/sqlite-backup.js';
import { CommandFailed, UsageError, type Cli } from '../service.js';
import type { Terminal } from '../terminal.js';

type MysqlTarget = Extract<DatabaseTarget, { kind: 'mysql' }>;

export function addBackupCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  program
    .command('backup <file>')
    .description('copies the SQLite database while it is served, and checks the copy')
    .addHelpText(
      'after',
      `
The secrets that the service keeps beside its database are copied to <file>.secrets.json: without FIELD_KEY
encrypted fields cannot be read. Nothing is overwritten. A MySQL server is backed up by its own tools;
the command says how.

Example:
  $ agency backup /backup/agency-$(date +%F).sqlite`,
    )
    .action(async (file: string) => {
      const database = sqliteFile(cli, dumpAdvice);
      const secrets = [secretsFile(database), secretsFile(file)] as const;
      if (existsSync(secrets[1])) throw new CommandFailed(`${secrets[1]} exists already.`);
      const { backUp } = await import('../../database/sqlite/sqlite-backup.js');
      await copying(terminal, 'backup', (progress) => backUp(database, file, progress));
      if (!existsSync(secrets[0])) {
        terminal.say(`Copied ${database}. Keep FIELD_KEY and JWT_SECRET of the environment as well.`);
        return;
      }
      await copySecrets(...secrets);
      terminal.say(`Copied ${database} and its secrets (${secrets[1]}): whoever has both can read everything.`);
    });

  program
    .command('restore <file>')
    .description('puts a backup in the place of the SQLite database of DATABASE_URL')
    .option('--force', 'replaces a database that is there, which is kept under another name')
    .addHelpText(
      'after',
      `
Stop the service first: a database in use is left alone. The backup is checked before anything changes.
The secrets beside the backup take the place of those beside the database, which are kept likewise.

Example:
  $ agency restore /backup/agency-2026-04-30.sqlite --force`,
    )
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const database = sqliteFile(cli, loadAdvice);
      const { restore } = await import('../../database/sqlite/sqlite-backup.js');
      const { former, pending } = await copying(terminal, 'restore', (progress) =>
        restore(file, database, force, progress),
      );
      await restoreSecrets(secretsFile(file), secretsFile(database), former);
      terminal.say(`Restored ${database}.`);
      if (former !== undefined) terminal.say(`The former database is ${former}.`);
      if (pending > 0) terminal.say(`The backup lacks ${pending} migrations: run \`agency migrate\`.`);
      terminal.say('Run `agency doctor` before the service is started.');
    });
}

/**
 * The file of DATABASE_URL. Copying needs no secrets, and none must be made beside a database that is to be replaced.
 */
function sqliteFile(cli: Cli, advice: (target: MysqlTarget) => string): string {
  const unused = { JWT_SECRET: 'not used: copying needs no secrets', FIELD_KEY: '01'.repeat(32) };
  const { database } = loadConfig(cli.variables, unused);
  if (database.kind === 'mysql') throw new UsageError(advice(database));
  return database.file;
}

function options({ host, port, user, tls }: MysqlTarget): string {
  const trust = tls && (tls.ca === undefined ? ' --ssl' : ' --ssl-ca=<the file of ssl-ca> --ssl-verify-server-cert');
  return `--host=${host} --port=${port} --user=${user} --password${trust ?? ''}`;
}

function dumpAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server, whose own tool copies it while it is in use:
  mariadb-dump ${options(target)} --single-transaction --quick --hex-blob \
--default-character-set=utf8mb4 ${target.database} | gzip > agency.sql.gz
(mysqldump of MySQL takes the same). Keep FIELD_KEY and JWT_SECRET of the environment as well.`;
}

function loadAdvice(target: MysqlTarget): string {
  return `The database is on a MySQL server. Into an empty database of it:
  gunzip < agency.sql.gz | mariadb ${options(target)} --default-character-set=utf8mb4 ${target.database}`;
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

/** The backup's secrets beside the restored database; those of the former one stay with it. */
async function restoreSecrets(from: string, to: string, former: string | undefined): Promise<void> {
  const kept = readSecrets(from);
  if (!kept || JSON.stringify(readSecrets(to)) === JSON.stringify(kept)) return;
  if (existsSync(to)) await rename(to, secretsFile(former ?? `${to}.former`));
  await copySecrets(from, to);
}
