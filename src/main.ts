import { ConfigError, loadConfig } from './config/config.js';
import { isWorker } from './http/workers/worker.js';

/** Each process loads what it needs alone: the primary of workers is small. */
async function main(): Promise<void> {
  const config = loadConfig();
  if (config.workers > 1 && !isWorker) new (await import('./http/workers/primary.js')).Primary(config).run();
  else await (await import('./serve.js')).serve(config);
}

main().catch((error: unknown) => {
  const told =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${told}\n`);
  process.exit(1);
});
