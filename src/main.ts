import cluster from 'node:cluster';
import { ConfigError, loadConfig } from './config/config.js';
import { misspelt } from './config/misspelt.js';
import { tellOperator } from './context/operator-line.js';
import { inWords } from './errors/in-words.js';

/**
 * Imports modules only when they are needed, so that the primary process, which starts the workers, does not load the
 * service.
 */
async function main(): Promise<void> {
  if (!cluster.isWorker) for (const problem of misspelt()) tellOperator(`warning: ${problem}`);
  const config = loadConfig();
  if (config.workers > 1 && !cluster.isWorker) new (await import('./extras/workers/primary.js')).Primary(config).run();
  else await (await import('./serve.js')).serve(config);
}

main().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? error.message
      : (inWords(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  tellOperator(message);
  process.exit(1);
});
