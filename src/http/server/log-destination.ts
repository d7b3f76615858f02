import { pino, type DestinationStream } from 'pino';

/** Bytes that are gathered before they are written, or that wait while they cannot be. */
const buffer = { minLength: 4096, maxLength: 262_144 };
/** Milliseconds after which what was gathered is written, and what could not be written is tried again. */
const periodicFlush = 100;

type Destination = ReturnType<typeof pino.destination>;
let stdout: Destination | undefined;

/**
 * stdout as the process's log. A line that cannot be written (a full disk, a reader who does not read) is dropped, and
 * `dropped` called: it neither ends the process nor holds up a call.
 */
export function logDestination(dropped: () => void): DestinationStream {
  stdout ??= openStdout();
  stdout.on('drop', dropped);
  return stdout;
}

function openStdout(): Destination {
  const destination = pino.destination({ dest: 1, sync: false, ...buffer, periodicFlush });
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
