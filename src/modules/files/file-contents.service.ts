import { Injectable, Logger } from '@nestjs/common';
import { randomBytes, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { noSuch, Unavailable } from '../../errors/errors.js';
import { FileContent, StoredFile } from './file.entity.js';
import { StoreMarkService } from './store-mark.service.js';
import { FileStore, type ByteRange } from './store/file-store.js';
import { openContent, encryptContent, encryptedRange, encryptedSize } from './store/encrypted-content.js';

/** Number of contents that one query of `reencryptAll` reads. */
const batch = 100;

/** Content to store. `read` can be called several times. */
interface Source {
  readonly sha256: string;
  readonly size: number;
  readonly read: () => AsyncGenerator<Buffer>;
}

/** Thrown if `keep` found an object with the same content, and another transaction removed it since. */
class Vanished extends Error {}

/** Stores the contents of files encrypted, each content once, and removes them. */
@Injectable()
export class FileContentsService {
  private readonly log = new Logger('files');
  /** Names of the objects that this process is writing. */
  private readonly writing = new Set<string>();

  constructor(
    private readonly db: Db,
    private readonly clock: SystemClock,
    private readonly cipher: FieldCipher,
    private readonly store: FileStore,
    private readonly mark: StoreMarkService,
  ) {}

  /**
   * Stores the content and runs `work` with the name of its object. `work` must call `take` in the transaction that
   * inserts the file. Removes the content if no file was inserted.
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
    await this.mark.require();
    const object = await this.begin(source);
    try {
      await this.write(object, source);
      return await work(object);
    } finally {
      // `discard` keeps the content if a file was inserted. If `discard` fails, FilesService.sweep removes it later.
      await this.discard(object).catch((error: unknown) =>
        this.log.warn(`The content ${object} could not be removed now: ${text(error)}`),
      );
    }
  }

  /**
   * Locks the content for a file that the same transaction inserts. Returns the object that the file must name:
   * `object`, or the object of a faster upload of the same content.
   */
  async take(object: string, sha256: string): Promise<string> {
    // Concurrent uploads of the same content wait for each other at this lock, because their rows are committed.
    const contents = await this.db.lock<FileContent>(sql`SELECT ${columns(FileContent, 'c')} FROM file_contents c
      WHERE c.Sha256 = ${sha256} ORDER BY c.Object`);
    const ready = contents.find(({ Ready, KeyId }) => Ready && KeyId === this.cipher.keyId);
    if (ready) return ready.Object;
    if (!this.writing.has(object)) throw new Vanished();
    await this.db.update(FileContent, { Object: object }, { Ready: true });
    return object;
  }

  /** Reads a range of a file. Throws NotFound if the store lacks the content, Unavailable if it cannot be read. */
  async open({ AttachmentId }: StoredFile, range: ByteRange): Promise<Readable> {
    // Try twice: `agency reseal` may have moved the content to another object in between.
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

  /** Removes an object from the store and its row from file_contents, unless a file refers to the object. */
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
   * Encrypts again, with FIELD_KEY, all contents that are encrypted with former keys. The service may run meanwhile,
   * and a stopped run can be repeated. Returns in `contents` the number of contents that were encrypted again, and in
   * `unreadable` the number of contents that are missing or that no key decrypts; these do not change.
   */
  async reencryptAll(): Promise<{ contents: number; unreadable: number }> {
    const done = { contents: 0, unreadable: 0 };
    let last = '';
    for (;;) {
      const rows = await this.db.all<FileContent>(sql`SELECT ${columns(FileContent, 'c')} FROM file_contents c
        WHERE c.Ready = 1 AND c.KeyId <> ${this.cipher.keyId} AND c.Object > ${last}
        ORDER BY c.Object LIMIT ${batch}`);
      for (const row of rows) {
        // Continue with the next content if this one is damaged.
        const isDone = await this.reencrypt(row).catch(() => false);
        if (isDone) done.contents++;
        else done.unreadable++;
      }
      if (rows.length < batch) return done;
      last = rows[rows.length - 1].Object;
    }
  }

  /** Encrypts the content as another object with FIELD_KEY. Returns false if it is missing or no key decrypts it. */
  private async reencrypt(content: FileContent): Promise<boolean> {
    const size = Number(content.Size);
    const key = this.cipher.derived(content.KeyId, content.Object);
    const encrypted = key && (await this.store.open(content.Object, encryptedRange({ start: 0, end: size - 1 }, size)));
    if (!encrypted) return false;
    const read = (): AsyncGenerator<Buffer> => openContent(key, size, { start: 0, end: size - 1 }, encrypted);
    const source = { sha256: content.Sha256, size, read };
    await this.mark.require();
    const object = await this.begin(source);
    try {
      await this.write(object, source);
      await this.db.tx(async () => {
        const taken = await this.take(object, content.Sha256);
        await this.db.execute(sql`UPDATE files SET Object = ${taken} WHERE Object = ${content.Object}`);
      });
    } finally {
      encrypted.destroy();
      await this.discard(object);
    }
    await this.discard(content.Object);
    return true;
  }

  /**
   * Adds the row of a new object to file_contents before the object is stored, so that FilesService.sweep can remove
   * the object after a crash. Returns the name of the object.
   */
  private async begin({ sha256, size }: Source): Promise<string> {
    const object = `${sha256.slice(0, 2)}/${sha256}-${randomBytes(8).toString('hex')}`;
    this.writing.add(object);
    await this.db.tx(() =>
      this.db.insert(FileContent, {
        Object: object,
        Sha256: sha256,
        Size: size,
        KeyId: this.cipher.keyId,
        Ready: false,
        CreatedAt: this.clock.at(),
      }),
    );
    return object;
  }

  private async write(object: string, { size, read }: Source): Promise<void> {
    const key = this.cipher.derived(this.cipher.keyId, object)!;
    await this.store.put(object, encryptContent(key, size, read()), encryptedSize(size));
  }

  private async read({ Object: object, KeyId, Size }: FileContent, range: ByteRange): Promise<Readable | undefined> {
    const key = this.cipher.derived(KeyId, object);
    if (!key) throw this.unreadable(object, new Error(`it is encrypted with the key ${KeyId}`));
    const size = Number(Size);
    const encrypted = await this.store.open(object, encryptedRange(range, size));
    return encrypted && this.opened(encrypted, key, { object, size, range });
  }

  /**
   * Decrypts a range. Verifies its first chunk before it returns, so that a damaged content leads to an error response.
   */
  private async opened(
    encrypted: Readable,
    key: KeyObject,
    { object, size, range }: { object: string; size: number; range: ByteRange },
  ): Promise<Readable> {
    const parts = openContent(key, size, range, encrypted);
    const first = await parts.next().catch((error: unknown) => {
      encrypted.destroy();
      throw this.unreadable(object, error);
    });
    const rest = async function* (): AsyncGenerator<Buffer> {
      if (first.done) return;
      yield first.value;
      yield* parts;
    };
    const content = Readable.from(rest(), { objectMode: false });
    content.once('error', (error: NodeJS.ErrnoException) => {
      // Do not log the error if a client closed the connection early, because the content is not damaged.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') this.unreadable(object, error);
    });
    // Close the stream from the store even if the client disconnects before it reads.
    content.once('close', () => encrypted.destroy());
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
