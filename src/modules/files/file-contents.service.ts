import { Injectable, Logger } from '@nestjs/common';
import { randomBytes, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { noSuch, Unavailable } from '../../errors/errors.js';
import { FileContent, StoredFile } from './file.entity.js';
import { FileStore, type ByteRange } from './store/file-store.js';
import { openContent, sealContent, sealedRange, sealedSize } from './store/sealed-content.js';

/** Content to store, which can be read several times. */
interface Source {
  readonly sha256: string;
  readonly size: number;
  readonly read: () => AsyncGenerator<Buffer>;
}

/** The known object was removed after it was found. */
class Vanished extends Error {}

/** Stores the contents of files, each once, encrypted; and removes them. */
@Injectable()
export class FileContents {
  private readonly log = new Logger('files');

  constructor(
    private readonly db: Db,
    private readonly clock: SystemClock,
    private readonly cipher: FieldCipher,
    private readonly store: FileStore,
  ) {}

  /**
   * Stores the content and runs the work, which must call `take` in the transaction that inserts the file. If it
   * inserts none, nothing of the content remains.
   */
  async keep<T>(source: Source, work: (object: string) => Promise<T>): Promise<T> {
    const known = await this.db.one<{ Object: string }>(sql`SELECT c.Object AS Object FROM file_contents c
      WHERE c.Sha256 = ${source.sha256} AND c.Ready = 1 AND c.KeyId = ${this.cipher.keyId} LIMIT 1`);
    if (known) {
      try {
        return await work(known.Object);
      } catch (error) {
        if (!(error instanceof Vanished)) throw error;
      }
    }
    const object = await this.begin(source);
    try {
      await this.write(object, source);
      return await work(object);
    } finally {
      // Does nothing if a file has the content. The job repeats what fails here.
      await this.discard(object).catch((error: unknown) =>
        this.log.warn(`${object} is not removed yet: ${text(error)}`),
      );
    }
  }

  /**
   * Locks the content for a file that the same transaction inserts. Returns the object that the file has: that of
   * another upload of the same content if it was faster.
   */
  async take(object: string, sha256: string): Promise<string> {
    // Uploads of the same content wait for each other here, because their rows were committed before.
    const contents = await this.db.lock<FileContent>(sql`SELECT ${columns(FileContent, 'c')} FROM file_contents c
      WHERE c.Sha256 = ${sha256} ORDER BY c.Object`);
    const ready = contents.find(({ Ready, KeyId }) => Ready && KeyId === this.cipher.keyId);
    if (ready) return ready.Object;
    if (!this.writing.has(object)) throw new Vanished();
    await this.db.update(FileContent, { Object: object }, { Ready: true });
    return object;
  }

  /** Reads a part of a file. Throws NotFound if the store lacks the content, Unavailable if it cannot be read. */
  async open({ AttachmentId }: StoredFile, range: ByteRange): Promise<Readable> {
    // A change of the key moves the content to another object.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const content = await this.db.one<FileContent>(sql`SELECT ${columns(FileContent, 'c')} FROM files f
        JOIN file_contents c ON c.Object = f.Object WHERE f.AttachmentId = ${AttachmentId}`);
      if (!content) throw noSuch('file');
      const found = await this.read(content, range);
      if (found) return found;
    }
    this.log.error(`The content of the file ${AttachmentId} is missing in the store.`);
    throw noSuch('file');
  }

  /** Removes the content unless a file has it. */
  async discard(object: string): Promise<void> {
    if (await this.isUsed(object)) {
      this.writing.delete(object);
      return;
    }
    const isUnused = await this.db.tx(async () => {
      const content = await this.db.lockRow(FileContent, { Object: object });
      if (!content || (await this.isUsed(object))) return false;
      await this.db.update(FileContent, { Object: object }, { Ready: false });
      return true;
    });
    this.writing.delete(object);
    if (!isUnused) return;
    await this.store.remove(object);
    await this.db.tx(() => this.db.remove(FileContent, { Object: object }));
  }

  /**
   * Encrypts a content again with FIELD_KEY, as another object. Returns false if no key reads it, or it is missing in
   * the store.
   */
  async reseal(content: FileContent): Promise<boolean> {
    const size = Number(content.Size);
    const key = this.cipher.derived(content.KeyId, content.Object);
    const sealed = key && (await this.store.open(content.Object, sealedRange({ start: 0, end: size - 1 }, size)));
    if (!sealed) return false;
    const read = (): AsyncGenerator<Buffer> => openContent(key, size, { start: 0, end: size - 1 }, sealed);
    const source = { sha256: content.Sha256, size, read };
    const object = await this.begin(source);
    try {
      await this.write(object, source);
      await this.db.tx(async () => {
        const taken = await this.take(object, content.Sha256);
        await this.db.execute(sql`UPDATE files SET Object = ${taken} WHERE Object = ${content.Object}`);
      });
    } finally {
      sealed.destroy();
      await this.discard(object);
    }
    await this.discard(content.Object);
    return true;
  }

  /** Objects of this process that are being written. */
  private readonly writing = new Set<string>();

  /** Names a new object in the database before it is stored, so that it is found and removed after a crash. */
  private async begin({ sha256, size }: Source): Promise<string> {
    const object = `${sha256.slice(0, 2)}/${sha256}-${randomBytes(8).toString('hex')}`;
    this.writing.add(object);
    await this.db.tx(() =>
      this.db.insert(FileContent, {
        ...{ Object: object, Sha256: sha256, Size: size, KeyId: this.cipher.keyId },
        ...{ Ready: false, CreatedAt: this.clock.at() },
      }),
    );
    return object;
  }

  private async write(object: string, { size, read }: Source): Promise<void> {
    const key = this.cipher.derived(this.cipher.keyId, object)!;
    await this.store.put(object, sealContent(key, size, read()), sealedSize(size));
  }

  private async read({ Object: object, KeyId, Size }: FileContent, range: ByteRange): Promise<Readable | undefined> {
    const key = this.cipher.derived(KeyId, object);
    if (!key) throw this.unreadable(object, new Error(`it is encrypted with the key ${KeyId}`));
    const size = Number(Size);
    const sealed = await this.store.open(object, sealedRange(range, size));
    return sealed && this.opened(sealed, key, { object, size, range });
  }

  /** The content, whose first part is checked before anything is sent. */
  private async opened(
    sealed: Readable,
    key: KeyObject,
    { object, size, range }: { object: string; size: number; range: ByteRange },
  ): Promise<Readable> {
    const parts = openContent(key, size, range, sealed);
    const first = await parts.next().catch((error: unknown) => {
      sealed.destroy();
      throw this.unreadable(object, error);
    });
    const rest = async function* (): AsyncGenerator<Buffer> {
      if (first.done) return;
      yield first.value;
      yield* parts;
    };
    const content = Readable.from(rest(), { objectMode: false });
    content.once('error', (error) => void this.unreadable(object, error));
    // Also for a reader that never starts.
    content.once('close', () => sealed.destroy());
    return content;
  }

  private unreadable(object: string, error: unknown): Unavailable {
    this.log.error(`The content ${object} cannot be read: ${text(error)}`);
    return new Unavailable('The content of the file cannot be read now.', { retryAfter: 60, cause: error });
  }

  private isUsed(object: string): Promise<boolean> {
    return this.db.exists(sql`files f WHERE f.Object = ${object}`);
  }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
