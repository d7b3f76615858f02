import { Injectable, Logger } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Config } from '../../config/config.js';
import { BadRequest, Unavailable } from '../../errors/errors.js';

/** Milliseconds after which a check is stopped. */
const longest = 60_000;
/** Maximum number of concurrent checks. */
const most = 4;
/** The exit code by which FILE_SCAN_COMMAND refuses a file. */
const refused = 1;

/** Thrown if FILE_SCAN_COMMAND refuses the file. */
export class Harmful extends BadRequest {}

/** Runs FILE_SCAN_COMMAND on uploaded files. */
@Injectable()
export class FileScanService {
  private readonly log = new Logger('files');
  private readonly slots = new Semaphore(most);

  constructor(private readonly config: Config) {}

  /** What is wrong with FILE_SCAN_COMMAND, which checks a short text; '' if it works, undefined if it is not set. */
  async problem(): Promise<string | undefined> {
    const { fileScanCommand } = this.config;
    if (!fileScanCommand) return undefined;
    try {
      const code = await exitCode(fileScanCommand, harmless());
      return code === 0 || code === refused ? '' : `it ended with ${code ?? 'a signal'}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Throws Harmful for a file that FILE_SCAN_COMMAND refuses, Unavailable if the command fails. */
  async check(read: () => AsyncGenerator<Buffer>): Promise<void> {
    const { fileScanCommand } = this.config;
    if (!fileScanCommand) return;
    const code = await this.slots
      .runExclusive(() => exitCode(fileScanCommand, read()))
      .catch((error: unknown) => {
        this.log.error(`FILE_SCAN_COMMAND cannot be run: ${(error as Error).message}`);
      });
    if (code === 0) return;
    if (code === refused) throw new Harmful('The file was refused by the check for harmful content.');
    if (code !== undefined) this.log.error(`FILE_SCAN_COMMAND ended with ${code ?? 'a signal'}.`);
    throw new Unavailable('The file cannot be checked for harmful content now. Try again later.', { retryAfter: 60 });
  }
}

async function* harmless(): AsyncGenerator<Buffer> {
  yield Buffer.from('The service tries whether this program runs.');
}

/**
 * Runs the program with the file as stdin, without environment variables. Returns its exit code, or null after a
 * signal.
 */
async function exitCode([program, ...args]: readonly string[], bytes: AsyncGenerator<Buffer>): Promise<number | null> {
  // Not the option `timeout`: its timer keeps the process alive if the program is missing.
  const signal = AbortSignal.timeout(longest);
  const child = spawn(program, args, { env: {}, stdio: ['pipe', 'ignore', 'ignore'], signal });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  // The program may exit before it has read the whole file, which breaks the pipe.
  const fed = pipeline(Readable.from(bytes, { objectMode: false }), child.stdin).catch(() => undefined);
  try {
    const [code] = await ended;
    return code;
  } finally {
    child.stdin.destroy();
    await fed;
  }
}
