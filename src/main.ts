import { createApp } from './app.js';
import { ConfigError, loadConfig } from './config/config.js';
import { listen } from './http/server.js';

async function main(): Promise<void> {
  const config = loadConfig();
  const app = await createApp(config);
  await listen(app, config);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
