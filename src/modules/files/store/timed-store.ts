import { Unavailable } from '../../../errors/errors.js';
import { FileStore, type ByteRange } from './file-store.js';

/** Milliseconds that a call may take, besides one for each `slowest` bytes that it writes: 1 MB a second. */
const longest = 20_000;
const slowest = 1000;

/**
 * Ends each call of another store after a time, because a call to a share that is gone may never end. Such a call keeps
 * a thread of Node's few, so further calls get 503 at once until it has ended.
 */
export class TimedStore extends FileStore {
  readonly shown: string;
  /** Number of calls that took too long and have not ended yet. */
  private hanging = 0;

  constructor(private readonly store: FileStore) {
    super();
    this.shown = store.shown;
  }

  override mustBeSet(): void {
    this.store.mustBeSet();
  }

  put(name: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void> {
    return this.inTime(() => this.store.put(name, bytes, size), size);
  }

  open(name: string, range: ByteRange): ReturnType<FileStore['open']> {
    return this.inTime(() => this.store.open(name, range));
  }

  size(name: string): Promise<number | undefined> {
    return this.inTime(() => this.store.size(name));
  }

  remove(name: string): Promise<void> {
    return this.inTime(() => this.store.remove(name));
  }

  check(): Promise<void> {
    return this.inTime(() => this.store.check());
  }

  private async inTime<T>(call: () => Promise<T>, bytes = 0): Promise<T> {
    if (this.hanging > 0) throw tooLong();
    const called = call();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.hanging++;
          const ended = (): number => this.hanging--;
          called.then(ended, ended);
          reject(tooLong());
        },
        longest + bytes / slowest,
      );
    });
    return Promise.race([called, late]).finally(() => clearTimeout(timer));
  }
}

function tooLong(): Unavailable {
  const cause = new Error('it does not respond');
  return new Unavailable('The store of files does not respond. Try again later.', { retryAfter: 60, cause });
}
