import { createApp } from './app.js';
import { checkAgainstDatabase, ConfigError, loadConfig } from './config/config.js';
import { Db } from './database/db.js';
import { Migrator } from './database/migrator.js';
import { isDemo } from './database/demo-mark.js';
import { listen } from './http/server.js';

async function main(): Promise<void> {
  const config = loadConfig();
  const app = await createApp(config);
  const pending = await app.get(Migrator).pending();
  if (pending.length > 0)
    throw new ConfigError([
      `${pending.length} migrations are pending: run agency migrate, or set MIGRATE_ON_START=true`,
    ]);
  const demo = await isDemo(app.get(Db));
  checkAgainstDatabase(config, demo);
  if (demo)
    process.stderr.write(
      'This is a demo database: its users and their password are documented. Never serve it to others.\n',
    );
  await listen(app, config);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
