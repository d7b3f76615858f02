import pino from 'pino';
import { RequestLog } from '../../../src/observability/request-log.js';
import type { TestApp } from './app.js';

/** Returns a list that collects the log lines of every level from now on, instead of stdout. */
export function logLines(app: TestApp): string[] {
  const lines: string[] = [];
  const { logger } = app.get(RequestLog);
  const stream = (logger as unknown as Record<symbol, { write(line: string): boolean }>)[pino.symbols.streamSym];
  jest.spyOn(stream, 'write').mockImplementation((line) => lines.push(line) > 0);
  logger.level = 'trace';
  return lines;
}
