import { SingleBar } from 'cli-progress';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { escaped } from '../record/values/invisible.js';

type Output = Writable & { isTTY?: boolean };

/** The reader of stdout, such as `head`, has closed it before everything was written. */
export class ReaderLeft extends Error {}

interface Progress {
  at(done: number): void;
  end(): void;
}

/** Progress of work that has several steps. */
interface Steps {
  readonly at: (step: string, done: number, all: number) => void;
  readonly end: () => void;
}

/** The input and output of a command: results for scripts go to stdout, everything else to stderr. */
export class Terminal {
  constructor(
    readonly stdin: Readable,
    private readonly stdout: Output,
    private readonly stderr: Output,
  ) {
    // Ignore this event, which would end the process, because each write reports its own failure.
    for (const output of [stdout, stderr]) output.on('error', () => undefined);
  }

  /**
   * Writes a result, and waits until the reader has taken it. Scripts and files get the exact text; on a terminal, its
   * control characters are escaped. Throws ReaderLeft if the reader has closed stdout.
   */
  write(text: string): Promise<void> {
    // The lines of CSV end with CR LF.
    const shown = this.stdout.isTTY ? escaped(text.replaceAll('\r\n', '\n')) : text;
    return new Promise((resolve, reject) => {
      this.stdout.write(shown, (error) => {
        if (!error) resolve();
        else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new ReaderLeft());
        else reject(error);
      });
    });
  }

  /**
   * Writes a table on a terminal, and tab-separated rows without a header for scripts. Escapes control characters, so
   * that a cell cannot look like further cells and rows.
   */
  async table(header: readonly string[], cells: readonly (readonly string[])[]): Promise<void> {
    const rows = cells.map((row) => row.map((cell) => escaped(cell).replaceAll('\n', '\\u000a')));
    if (!this.stdout.isTTY) return this.lines(rows.map((row) => row.join('\t')));
    const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column].length)));
    const aligned = [header, ...rows].map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
    // The cells are escaped already, and the style of the header must not be.
    this.help(`${styled('bold', aligned[0])}\n`);
    return this.lines(aligned.slice(1));
  }

  /** Prints a text of the service itself that already ends with a line break. */
  help(text: string): void {
    this.stdout.write(text);
  }

  /** Prints a message, which may have several lines. Control characters in it are escaped. */
  say(text: string): void {
    this.stderr.write(`${escaped(text)}\n`);
  }

  /** Prints a message only on a terminal, so that scripts need not skip it. */
  tellPerson(text: string): void {
    if (this.stderr.isTTY) this.say(text);
  }

  /** Prints an error, in red on a terminal. */
  problem(text: string): void {
    const shown = escaped(text);
    this.stderr.write(`${this.stderr.isTTY ? styled('red', shown) : shown}\n`);
  }

  /** Asks the user, and returns whether the answer is yes; undefined without a terminal. */
  async agrees(question: string): Promise<boolean | undefined> {
    if (!(this.stdin as { isTTY?: boolean }).isTTY) return undefined;
    const asking = createInterface({ input: this.stdin, output: this.stderr });
    try {
      return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
    } finally {
      asking.close();
    }
  }

  /** Shows a progress bar with the remaining time if stderr is a terminal, and nothing otherwise. */
  progress(label: string, total: number): Progress {
    if (!this.stderr.isTTY) return { at: () => undefined, end: () => undefined };
    const bar = new SingleBar({
      format: `${label} [{bar}] {percentage}% | {eta_formatted} left`,
      // Estimate the time left from 500 updates, because a few updates may belong to one batch.
      etaBuffer: 500,
      stream: this.stderr,
      clearOnComplete: true,
      hideCursor: true,
    });
    bar.start(Math.max(total, 1), 0);
    return { at: (done) => bar.update(Math.min(done, total)), end: () => bar.stop() };
  }

  steps(): Steps {
    let shown = { step: '', bar: undefined as Progress | undefined };
    return {
      at: (step, done, all) => {
        if (step !== shown.step) {
          shown.bar?.end();
          shown = { step, bar: this.progress(step, all) };
        }
        shown.bar?.at(done);
      },
      end: () => shown.bar?.end(),
    };
  }

  private lines(lines: readonly string[]): Promise<void> {
    return this.write(lines.map((line) => `${line}\n`).join(''));
  }
}

// Text is styled only for a terminal, which the callers know.
const styled = (style: 'bold' | 'red', text: string): string => styleText(style, text, { validateStream: false });
