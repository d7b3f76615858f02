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
    for (const message of messages.map(String))
      // Nest throws it as well, and who starts the service says it.
      if (!/^Error: (?:listen|bind|E[A-Z0-9]+:) /.test(message)) tellOperator(`${logLevel}: ${message}`);
  }
}
