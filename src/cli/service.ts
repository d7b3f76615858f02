import { existsSync } from 'node:fs';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig, type Config } from '../config/config.js';
import { keptSecrets } from '../config/kept-secrets.js';
import { ConfigModule } from '../config/config.module.js';
import { operator } from '../config/operator.js';
import { runCall } from '../context/call-context.js';
import { DatabaseModule } from '../database/database.module.js';
import { DatabaseStart } from '../database/connection/database-start.js';
import { misfit, problemsOf } from '../database/schema/fit.js';
import { Migrator } from '../database/schema/migrator.js';
import { QuietLogger } from '../http/server/quiet.logger.js';
import { newGuid } from '../record/values/guid.js';
import type { Terminal } from './terminal.js';

/** What every command is given. */
export interface Cli {
  terminal: Terminal;
  /** The environment; the process's own when absent. */
  variables?: Readonly<Partial<Record<string, string>>>;
}

/** It did not work out; the message says it all. */
export class CommandFailed extends Error {}

/** The command line is not one that the command understands. */
export class UsageError extends Error {}

/** Milliseconds that a command waits for the database: a batch of a million records takes longer than a call may. */
const commandTimeout = 60_000;

/** Milliseconds that a command waits for a database server that starts as well. */
const startTimeout = 30_000;

type Work<T> = (service: INestApplicationContext) => Promise<T>;

/**
 * Work in the whole service, which does not listen. operation: as the audit names it, together with the person who runs
 * it. Throws CommandFailed where there is no database: nothing is asked of one that a wrong DATABASE_URL would make.
 */
export function withService<T>(cli: Cli, operation: string, work: Work<T>): Promise<T> {
  return withNewService(cli, operation, work, withCommandTimeout(settingsOfExisting(cli)));
}

/** Likewise, and a SQLite database is made where there is none. config: its settings as they are. */
export async function withNewService<T>(
  cli: Cli,
  operation: string,
  work: Work<T>,
  config = withCommandTimeout(loadConfig(cli.variables)),
): Promise<T> {
  // Loaded late: help and usage errors are there at once.
  const { AppModule } = await import('../app.module.js');
  return inContext(AppModule.of(config), `${operation} (by ${operator(cli.variables)})`, async (service) => {
    const fit = await service.get(Migrator).fit();
    const problems = problemsOf(fit);
    if (problems.length > 0) throw new ConfigError(problems, misfit);
    if (fit.pending.length > 0) throw new CommandFailed('The database is not up to date. Run `agency migrate` first.');
    return work(service);
  });
}

/** Work on the database alone, whatever state it is in: nothing is migrated first. */
export async function withDatabase<T>(config: Config, operation: string, work: Work<T>): Promise<T> {
  class DatabaseOnly {}
  const asItIs = { ...withCommandTimeout(config), migrateOnStart: false };
  return inContext({ module: DatabaseOnly, imports: [ConfigModule.of(asItIs), DatabaseModule] }, operation, work);
}

async function inContext<T>(module: DynamicModule, operation: string, work: Work<T>): Promise<T> {
  const service = await NestFactory.createApplicationContext(module, {
    logger: new QuietLogger(),
    abortOnError: false,
  });
  try {
    await service.get(DatabaseStart).finish({ timeout: startTimeout });
    return await runCall({ userId: null, operation, requestId: newGuid() }, () => work(service));
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

/** The settings of a command that may take its time. */
export function withCommandTimeout(config: Config): Config {
  return { ...config, databaseDeadline: Math.max(config.databaseDeadline, commandTimeout) };
}
