import { pino, stdTimeFunctions, type Logger } from 'pino';
import type { LogLevel } from '../../config/environment.js';
import { workerNumber } from '../workers/worker.js';

/**
 * Bytes that are gathered before they are written, that wait while they cannot be, and that are written at once: of so
 * many no pipe mixes those of several processes.
 */
const buffer = { minLength: 3500, maxLength: 262_144, maxWrite: 4096 };
/** Milliseconds after which what was gathered is written, and what could not be written is tried again. */
const periodicFlush = 100;

type Destination = ReturnType<typeof pino.destination>;
let opened: Destination | undefined;
let descriptor = 1;
let dropped = 0;

/** Sends the log to stderr, because scripts read the stdout of a command. Call it before the first log is opened. */
export function logToStderr(): void {
  descriptor = 2;
}

/** The log: JSON lines on stdout, or on stderr for a command; one destination for all logs of the process. */
export function openLog(level: LogLevel): Logger {
  const base = workerNumber === undefined ? undefined : { worker: workerNumber };
  opened ??= openDestination();
  return pino({ level, base, timestamp: stdTimeFunctions.isoTime }, opened);
}

/** How many lines of the process could not be written. */
export function droppedLines(): number {
  return dropped;
}

/**
 * A line that cannot be written (a full disk, a reader that stops reading) is dropped and counted: it neither ends the
 * process nor delays a call.
 */
function openDestination(): Destination {
  const destination = pino.destination({ dest: descriptor, sync: false, ...buffer, periodicFlush });
  destination.on('drop', () => dropped++);
  let failing = false;
  destination.on('error', () => (failing = true));
  destination.on('write', () => (failing = false));
  // Called at the exit, where it would try again for ever while the disk is full.
  const flush = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!failing) flush();
  };
  return destination;
}
