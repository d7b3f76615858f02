import { setTimeout } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app.js';
import { UsersService } from './auth/users/users.service.js';
import { checkAgainstDatabase, type Config, ConfigError, loadConfig } from './config/config.js';
import { misspelt } from './config/misspelt.js';
import { tellOperator } from './context/operator-line.js';
import { DatabaseStart } from './database/start/database-start.js';
import { Db } from './database/db.js';
import { isDemo } from './demo/demo-mark.js';
import { misfit, problemsOf } from './database/start/fit.js';
import { grantsToRun } from './database/start/rights.js';
import { Migrator } from './database/start/migrator.js';
import { inWords } from './errors/in-words.js';
import { loadExtras } from './extras.js';
import { FilesCheckService } from './modules/files/files-check.service.js';
import { missingFolder } from './modules/files/store/store-of.js';
import { docsPath } from './http/server/docs-path.js';
import { listen } from './http/server/server.js';

/** Milliseconds to look for the folder of FILES_URL, because a share that is gone may never respond. */
const longestLook = 2000;

/** Runs the service until a signal stops it. If it cannot start, ends the process with a sentence. */
export async function serve(): Promise<void> {
  try {
    for (const problem of misspelt()) tellOperator(`warning: ${problem}`);
    await start(loadConfig());
  } catch (error) {
    const unknown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tellOperator(error instanceof ConfigError ? error.message : (inWords(error) ?? unknown));
    process.exit(1);
  }
}

async function start(config: Config): Promise<void> {
  const missing = await Promise.race([missingFolder(config), setTimeout(longestLook, undefined, { ref: false })]);
  if (missing) tellOperator(`warning: ${missing}. Until then, uploads get 503.`);
  const app = await createApp(config);
  const database = app.get(DatabaseStart);
  await database.whenThere(() => checkDatabase(app, config));
  const url = await listen(app, config);
  if (config.swagger) tellOperator(`Swagger UI: ${url}${docsPath}`);
  await database.finish({
    waiting: (reason) => tellOperator(`The database does not respond. Calls get 503 until it does: ${reason}`),
  });
  await tellFilesProblems(app, config, !missing);
}

/** Tells why uploads would fail. Everything else works without files, so the service serves before the check. */
async function tellFilesProblems(app: NestExpressApplication, { filesUrl }: Config, withStore: boolean): Promise<void> {
  if (!filesUrl) return;
  const check = app.get(FilesCheckService, { strict: false });
  for (const { level, what, todo } of await (withStore ? check.findings() : check.scanWorks()))
    if (level === 'fail') tellOperator(`warning: ${what} ${todo ?? ''}`);
}

async function checkDatabase(app: NestExpressApplication, config: Config): Promise<void> {
  const fit = await app.get(Migrator).fit();
  const problems = [
    ...(fit.pending.length > 0 ? ['Migrations are pending: run agency migrate, or set MIGRATE_ON_START=true'] : []),
    ...problemsOf(fit),
  ];
  if (problems.length > 0) throw new ConfigError(problems, misfit);
  const grants = await app.get(Migrator).missingGrants();
  if (grants.length > 0) throw new ConfigError(grantsToRun(grants), misfit);
  for (const warning of await app.get(Migrator).warnings()) tellOperator(`warning: ${warning}`);
  const demo = await isDemo(app.get(Db));
  checkAgainstDatabase(config, demo);
  for (const { startProblems } of await loadExtras()) {
    const misfits = (await startProblems?.(app.get(Db), config)) ?? [];
    if (misfits.length > 0) throw new ConfigError(misfits);
  }
  if (demo)
    tellOperator('This is a demo database: its users and their password are documented. Never expose it to a network.');
  if (!(await app.get(UsersService).hasUsers()))
    tellOperator(
      'There are no users yet. Create the first administrator: agency user create <user-name> --roles Administrator',
    );
}
