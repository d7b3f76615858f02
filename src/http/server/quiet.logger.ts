import { ConsoleLogger } from '@nestjs/common';
import { tellOperator } from '../../context/operator-line.js';

/** Nest's own messages: warnings and errors, on stderr, where they do not mix with the log's JSON lines. */
export class QuietLogger extends ConsoleLogger {
  constructor() {
    super({ logLevels: ['warn', 'error', 'fatal'], forceConsole: true, colors: process.stderr.isTTY });
  }

  protected override printMessages(
    messages: unknown[],
    _context?: string,
    logLevel: 'warn' | 'error' | 'fatal' = 'warn',
  ): void {
    // Nest throws these as well, and who starts the service says them.
    const said = /^(?:ConfigError:|Error: (?:listen|bind|E[A-Z0-9]+:)) /;
    for (const message of messages.map(String)) if (!said.test(message)) tellOperator(`${logLevel}: ${message}`);
  }
}
