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
let stdout: Destination | undefined;
let dropped = 0;

/** The log: JSON lines on stdout, whatever number of logs the process opens. */
export function openLog(level: LogLevel): Logger {
  const base = workerNumber === undefined ? undefined : { worker: workerNumber };
  stdout ??= openStdout();
  return pino({ level, base, timestamp: stdTimeFunctions.isoTime }, stdout);
}

/** How many lines of the process could not be written. */
export function droppedLines(): number {
  return dropped;
}

/**
 * stdout as the process's log. A line that cannot be written (a full disk, a reader who does not read) is dropped and
 * counted: it neither ends the process nor holds up a call.
 */
function openStdout(): Destination {
  const destination = pino.destination({ dest: 1, sync: false, ...buffer, periodicFlush });
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
