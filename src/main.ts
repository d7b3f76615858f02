import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app.js';
import { UsersService } from './auth/users/users.service.js';
import { checkAgainstDatabase, ConfigError, loadConfig, type Config } from './config/config.js';
import { DatabaseStart } from './database/connection/database-start.js';
import { Db } from './database/db.js';
import { isDemo } from './database/schema/demo-mark.js';
import { Migrator } from './database/schema/migrator.js';
import { docsPath } from './http/server/docs-path.js';
import { listen } from './http/server/server.js';

async function main(): Promise<void> {
  const config = loadConfig();
  const app = await createApp(config);
  const start = app.get(DatabaseStart);
  await start.whenThere(() => checkDatabase(app, config));
  const url = await listen(app, config);
  if (config.swagger) say(`Swagger UI: ${url}${docsPath}`);
  await start.finish({
    waiting: (reason) => say(`The database does not answer, and calls get 503 until it does: ${reason}`),
  });
}

async function checkDatabase(app: NestExpressApplication, config: Config): Promise<void> {
  const pending = await app.get(Migrator).pending();
  if (pending.length > 0)
    throw new ConfigError([
      `${pending.length} migrations are pending: run agency migrate, or set MIGRATE_ON_START=true`,
    ]);
  const demo = await isDemo(app.get(Db));
  checkAgainstDatabase(config, demo);
  if (demo) say('This is a demo database: its users and their password are documented. Never serve it to others.');
  if (!(await app.get(UsersService).hasUsers()))
    say('Nobody can sign in yet. Make the first administrator: agency user create <user-name> --roles Administrator');
}

/** For people: the log is on stdout. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

main().catch((error: unknown) => {
  say(
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  );
  process.exit(1);
});
