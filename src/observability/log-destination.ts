import { pino, stdTimeFunctions, type Logger } from 'pino';
import type { LogLevel } from '../config/settings/environment.js';

/**
 * Sizes in bytes. A write starts once `minLength` is buffered. At most `maxLength` is buffered while the destination is
 * blocked.
 */
const buffer = { minLength: 4096, maxLength: 262_144 };
/** Milliseconds after which buffered lines are written and failed writes are retried. */
const periodicFlush = 100;

type Destination = ReturnType<typeof pino.destination>;
let opened: Destination | undefined;
let descriptor = 1;
let dropped = 0;

/** Sends the log to stderr, because scripts read a command's stdout. Call it before the first log is opened. */
export function logToStderr(): void {
  descriptor = 2;
}

/** Opens the log: JSON lines on stdout, or on stderr for a command. All logs of a process share one destination. */
export function openLog(level: LogLevel): Logger {
  opened ??= openDestination();
  return pino({ level, base: undefined, timestamp: stdTimeFunctions.isoTime }, opened);
}

/** Number of log lines of this process that could not be written. */
export function droppedLines(): number {
  return dropped;
}

/** Drops and counts lines that cannot be written, so that logging neither ends the process nor delays a call. */
function openDestination(): Destination {
  const destination = pino.destination({ dest: descriptor, sync: false, ...buffer, periodicFlush });
  destination.on('drop', () => dropped++);
  let failing = false;
  destination.on('error', () => (failing = true));
  destination.on('write', () => (failing = false));
  // Skip the flush at exit while the disk is full, because pino would retry it forever.
  const flush = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!failing) flush();
  };
  return destination;
}
