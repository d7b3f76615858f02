import { ConfigError, loadConfig } from './config/config.js';
import { misspelt } from './config/misspelt.js';
import { tellOperator } from './context/operator-line.js';
import { inWords } from './errors/in-words.js';
import { isWorker } from './http/workers/worker.js';

/** Each process loads what it needs alone: the primary of workers is small. */
async function main(): Promise<void> {
  if (!isWorker) for (const problem of misspelt()) tellOperator(`warning: ${problem}`);
  const config = loadConfig();
  if (config.workers > 1 && !isWorker) new (await import('./http/workers/primary.js')).Primary(config).run();
  else await (await import('./serve.js')).serve(config);
}

main().catch((error: unknown) => {
  const told =
    error instanceof ConfigError
      ? error.message
      : (inWords(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  tellOperator(told);
  process.exit(1);
});
