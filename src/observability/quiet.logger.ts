import { ConsoleLogger } from '@nestjs/common';
import { tellOperator } from '../context/operator-line.js';
import { inWords } from '../errors/in-words.js';

/** Whether Nest also throws the message as an error, which the service or the command then describes. */
const isReported = (message: unknown): boolean =>
  /^(?:ConfigError:|Error: (?:listen|bind|E[A-Z0-9]+:)) /.test(String(message)) || inWords(message) !== undefined;

/** Writes Nest's own warnings and errors to stderr, apart from the log's JSON lines. */
export class QuietLogger extends ConsoleLogger {
  constructor() {
    super({ logLevels: ['warn', 'error', 'fatal'], forceConsole: true, colors: process.stderr.isTTY });
  }

  protected override printMessages(
    messages: unknown[],
    _context?: string,
    logLevel: 'warn' | 'error' | 'fatal' = 'warn',
  ): void {
    for (const message of messages) if (!isReported(message)) tellOperator(`${logLevel}: ${String(message)}`);
  }
}
