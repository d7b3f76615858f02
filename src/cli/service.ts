import { existsSync } from 'node:fs';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig, type Config } from '../config/config.js';
import { nameOfDatabase } from '../config/settings/database-url.js';
import { keptSecrets } from '../config/kept-secrets.js';
import { ConfigModule } from '../config/config.module.js';
import { operator } from '../config/operator.js';
import { runCall } from '../context/call-context.js';
import { schemaOf } from '../database/start/schema-of.js';
import { Tables } from '../database/tables.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { adapterOf } from '../database/start/adapter-of.js';
import { DatabaseStart } from '../database/start/database-start.js';
import { misfit, problemsOf } from '../database/start/fit.js';
import { Migrator } from '../database/start/migrator.js';
import { QuietLogger } from '../observability/quiet.logger.js';
import { newGuid } from '../record/values/guid.js';
import type { Terminal } from './terminal.js';

/** The input of every command. */
export interface Cli {
  terminal: Terminal;
  /** Environment variables, by default those of the process. */
  variables?: Readonly<Partial<Record<string, string>>>;
}

/** The message explains the failure fully, so the command prints no stack. */
export class CommandFailed extends Error {}

export class UsageError extends Error {}

/** Milliseconds that a command waits for the database. Large batches take longer than a call may take. */
const commandTimeout = 60_000;

/** Milliseconds that a command waits for a starting database server. */
const startTimeout = 30_000;

type Work<T> = (service: INestApplicationContext) => Promise<T>;

/**
 * Runs work in the whole service, which does not listen. The audit names `operation` and the person who runs the
 * command. Throws CommandFailed if the SQLite file is missing, so that a wrong DATABASE_URL creates no database.
 */
export function withService<T>(cli: Cli, operation: string, work: Work<T>): Promise<T> {
  const config = settingsOfExisting(cli);
  tellDatabase(cli, config);
  return withNewService(cli, operation, work, withCommandTimeout(config));
}

/** Tells a person, but no script, which database the command works on. */
export function tellDatabase({ terminal }: Cli, { database }: Pick<Config, 'database'>): void {
  terminal.tellPerson(`Database: ${nameOfDatabase(database)}`);
}

/** Like withService, but creates a missing SQLite database, and uses `config` unchanged. */
export async function withNewService<T>(
  cli: Cli,
  operation: string,
  work: Work<T>,
  config = withCommandTimeout(loadConfig(cli.variables)),
): Promise<T> {
  // Load the service late, so that help and usage errors come at once.
  const { AppModule } = await import('../app.module.js');
  return inCall(cli, AppModule.forRoot(config), `${operation} (by ${operator(cli.variables)})`, async (service) => {
    const fit = await service.get(Migrator).fit();
    const problems = problemsOf(fit);
    if (problems.length > 0) throw new ConfigError(problems, misfit);
    if (fit.pending.length > 0) throw new CommandFailed('The database is not up to date. Run `agency migrate` first.');
    return work(service);
  });
}

/** Whether another process uses the existing database. Call it before the command itself connects. */
export function isInUse(cli: Cli): Promise<boolean> {
  return adapterOf(settingsOfExisting(cli)).isInUse();
}

/** Runs work with only the database, without migrating it first. */
export async function withDatabase<T>(cli: Cli, config: Config, operation: string, work: Work<T>): Promise<T> {
  const { AppModule } = await import('../app.module.js');
  const { entities } = await schemaOf(AppModule.forRoot(config));
  class DatabaseOnly {}
  const unmigrated = { ...withCommandTimeout(config), migrateOnStart: false };
  return inCall(
    cli,
    {
      module: DatabaseOnly,
      imports: [ConfigModule.forRoot(unmigrated), DatabaseModule, Tables.forFeature(...entities)],
    },
    operation,
    work,
  );
}

/** Starts all modules of the service on an up-to-date database, without writing anything, and runs the work. */
export async function withUnchangedService<T>(config: Config, work: Work<T>): Promise<T> {
  const { AppModule } = await import('../app.module.js');
  const unchanged = { ...withCommandTimeout(config), migrateOnStart: false, inspects: true };
  return inContext(AppModule.forRoot(unchanged), work);
}

/** Waits until the database responds, and runs `work` as a call whose operation is `operation`. */
function inCall<T>({ terminal }: Cli, module: DynamicModule, operation: string, work: Work<T>): Promise<T> {
  return inContext(module, async (service) => {
    await service.get(DatabaseStart).finish({
      timeout: startTimeout,
      waiting: (reason) => terminal.say(`Waiting for the database, for up to ${startTimeout / 1000} s: ${reason}`),
    });
    return runCall({ userId: null, operationName: operation, requestId: newGuid() }, () => work(service));
  });
}

async function inContext<T>(module: DynamicModule, work: Work<T>): Promise<T> {
  const service = await NestFactory.createApplicationContext(module, {
    logger: new QuietLogger(),
    abortOnError: false,
  });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

function settingsOfExisting({ variables }: Cli): Config {
  const config = loadConfig(variables, {}, (file) => keptSecrets(existing(file)));
  if (config.database.kind === 'sqlite') existing(config.database.file);
  return config;
}

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new CommandFailed(`There is no database ${file}. Run \`agency migrate\` first, or set DATABASE_URL.`);
}

export function withCommandTimeout(config: Config): Config {
  return { ...config, databaseDeadline: Math.max(config.databaseDeadline, commandTimeout) };
}
