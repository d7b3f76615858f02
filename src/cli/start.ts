import 'reflect-metadata';
import { logToStderr } from '../observability/log-destination.js';
import { run } from './run.js';
import { Terminal } from './terminal.js';

/** Runs the command line of this process. Its exit code is 0 for done, 1 for failed, 2 for an invalid command line. */
export async function start(): Promise<void> {
  logToStderr();
  process.exitCode = await run(process.argv.slice(2), new Terminal(process.stdin, process.stdout, process.stderr));
}
