import { ConfigError, loadConfig } from './config/config.js';
import { misspelt } from './config/misspelt.js';
import { tellOperator } from './context/operator-line.js';
import { inWords } from './errors/in-words.js';
import { serve } from './serve.js';

async function main(): Promise<void> {
  for (const problem of misspelt()) tellOperator(`warning: ${problem}`);
  await serve(loadConfig());
}

main().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? error.message
      : (inWords(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  tellOperator(message);
  process.exit(1);
});
