import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Readable } from 'node:stream';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { contributed } from '../../context/contributed.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { chunksOf } from '../../database/sql/chunks.js';
import { BadRequest, Conflict, Invalid, noSuch, refuse, TooManyRequests } from '../../errors/errors.js';
import { SentContent, type UploadedContent } from '../../http/endpoint/files.js';
import { Job } from '../../jobs/job.decorator.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { FileContentsService } from './file-contents.service.js';
import { FileNames } from './file-names.js';
import { FileScanService } from './file-scan.service.js';
import { contentTypeOf, isPicture, nameOf, shownPictures, typeOf } from './file-types.js';
import { StoredFile } from './file.entity.js';
import type { AttachedFile } from './files.records.js';
import { FileStore } from './store/file-store.js';
import { spoolOf } from '../../sets/source.js';

export { acceptedFiles } from './file-types.js';

const hour = 3_600_000;
/** Milliseconds from the upload of a file to its removal, if no row refers to the file. */
const unnamedFor = 24 * hour;
/** Maximum number of files of a user that no row refers to. */
const mostUnnamed = 200;
/** Maximum number of bytes of all files of a user that no row refers to. */
const mostUnnamedBytes = 1024 ** 3;
/** Maximum number of uploads of a sender at the same time. A slow upload keeps its temporary file open. */
const mostAtOnce = 20;
/** Number of seconds after which a client may repeat an upload that exceeded `mostAtOnce`. */
const retryAfter = 5;
/** Number of files that one step of the job removes. */
const batch = 100;

export type { StoredFile };

/** The content of a file for `keep`. */
interface KeptContent {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly read: () => AsyncGenerator<Buffer>;
  /** Runs the work in the transaction that stores the file. */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Stores, sends and removes files, and decides which files a caller may name and read. */
@Injectable()
export class FilesService {
  private found?: readonly FileNames[];
  /** The number of running uploads of each sender. */
  private readonly uploads = new Map<Guid, number>();

  constructor(
    private readonly db: Db,
    private readonly config: Config,
    private readonly clock: SystemClock,
    private readonly discovery: DiscoveryService,
    private readonly contents: FileContentsService,
    private readonly store: FileStore,
    private readonly scan: FileScanService,
  ) {}

  /**
   * Stores an uploaded file under a new AttachmentId. `sender` is the id of the user, or of the visit whose page sends
   * the file; for a visit, `userId` is null. Throws BadRequest for an empty file or one that FILE_SCAN_COMMAND refuses,
   * Conflict for a user with too many files that no row refers to, TooManyRequests for too many uploads at once,
   * PayloadTooLarge, UnsupportedMediaType, and Unavailable.
   */
  async add(sender: Guid, content: UploadedContent, userId: Guid | null = sender): Promise<object> {
    this.store.mustBeSet();
    const before = this.uploads.get(sender) ?? 0;
    if (before >= mostAtOnce)
      throw new TooManyRequests(`${mostAtOnce} uploads are running: wait until one has ended.`, retryAfter);
    this.uploads.set(sender, before + 1);
    try {
      return await this.receive(userId, content);
    } finally {
      const left = this.uploads.get(sender)! - 1;
      if (left > 0) this.uploads.set(sender, left);
      else this.uploads.delete(sender);
    }
  }

  private async receive(userId: Guid | null, { name, bytes, once }: UploadedContent): Promise<object> {
    const spool = await spoolOf(bytes, this.config.fileLimit);
    try {
      if (spool.size === 0) throw new BadRequest('The file is empty.');
      const MimeType = await typeOf(spool.read);
      await this.scan.check(spool.read);
      return await this.contents.keep(spool, (object) =>
        once(spool.sha256, async () => {
          if (userId) await this.mustHaveRoom(userId, spool.size);
          const Object = await this.contents.take(object, spool.sha256);
          const file = await this.db.insert(StoredFile, {
            AttachmentId: newGuid(),
            FileName: nameOf(name, MimeType),
            MimeType,
            Object,
            Size: spool.size,
            Sha256: spool.sha256,
            UploadedBy: userId,
            UploadedAt: this.clock.at(),
          });
          // The name stays out of the audit, because it may tell who a person is.
          const After = { MimeType, Size: file.Size, Sha256: file.Sha256 };
          this.db.audited({ Record: StoredFile.name, Id: file.AttachmentId, Action: 'Insert', After });
          return { Files: [shown(file)] };
        }),
      );
    } finally {
      await spool.close();
    }
  }

  /**
   * Stores a file that responses do not send, without checking its type. `work` inserts the row that names it, in a
   * transaction. Throws what FILE_SCAN_COMMAND finds, and Unavailable.
   */
  async keep<T>(content: KeptContent, userId: Guid, work: (AttachmentId: Guid) => Promise<T>): Promise<T> {
    this.store.mustBeSet();
    await this.scan.check(content.read);
    return this.contents.keep(content, (object) =>
      content.within(async () => {
        const AttachmentId = newGuid();
        const Object = await this.contents.take(object, content.sha256);
        const { name: FileName, type: MimeType, size: Size, sha256: Sha256 } = content;
        const times = { UploadedBy: userId, UploadedAt: this.clock.at() };
        await this.db.insert(StoredFile, { AttachmentId, FileName, MimeType, Object, Size, Sha256, ...times });
        this.db.audited({
          Record: StoredFile.name,
          Id: AttachmentId,
          Action: 'Insert',
          After: { MimeType, Size, Sha256 },
        });
        return work(AttachmentId);
      }),
    );
  }

  /** The whole content of a file, without an access check; `read` throws Unavailable. Throws NotFound. */
  async content(attachmentId: Guid): Promise<{ size: number; read: () => Promise<Readable> }> {
    const file = await this.db.read(StoredFile, { AttachmentId: attachmentId });
    if (!file) throw noSuch('file');
    const size = Number(file.Size);
    return { size, read: () => this.contents.open(file, { start: 0, end: size - 1 }) };
  }

  /** A file for download. Throws NotFound unless the caller may see a row that names it. */
  async read(caller: Principal, attachmentId: Guid): Promise<SentContent> {
    const file = await this.db.read(StoredFile, { AttachmentId: attachmentId });
    if (!file || !(await this.isShown(caller, attachmentId))) throw noSuch('file');
    return SentContent.of({
      name: file.FileName,
      type: contentTypeOf(file.MimeType),
      size: Number(file.Size),
      tag: file.Sha256,
      open: (start, end) => this.contents.open(file, { start, end }),
    });
  }

  /**
   * A file that a row of the same transaction will name. Throws Invalid unless the caller has uploaded it or may read
   * it, and, with `picture`, unless it is a picture.
   */
  async claim(caller: Principal, attachmentId: Guid | null | undefined, { picture = false } = {}): Promise<StoredFile> {
    if (!attachmentId) throw new Invalid([fieldError('NotEmpty', 'AttachmentId', 'is required')]);
    const file = await this.hold(attachmentId);
    if (!file || !(await this.mayName(caller, file)))
      throw new Invalid([fieldError('Unknown', 'AttachmentId', 'must be a file that you have uploaded or may read')]);
    if (picture && !isPicture(file.MimeType))
      refuse([fieldError('Invalid', 'AttachmentId', `must be a picture: ${shownPictures}`)]);
    return file;
  }

  /** Reads files without an access check, sorted by AttachmentId. Leaves out those that do not exist. */
  async all(attachmentIds: readonly Guid[]): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for (const part of chunksOf(attachmentIds, batch)) {
      if (isTurnOver()) await nextTurn();
      files.push(
        ...(await this.db.all<StoredFile>(sql`SELECT ${columns(StoredFile, 'f')} FROM files f
          WHERE f.AttachmentId IN (${join(part)}) ORDER BY f.AttachmentId`)),
      );
    }
    return files;
  }

  /** Reads a file that a row of the same transaction will name, without an access check. Throws NotFound. */
  async facts(attachmentId: Guid): Promise<StoredFile> {
    const file = await this.hold(attachmentId);
    if (!file) throw noSuch('file');
    return file;
  }

  /**
   * Removes the files that no row refers to, and their contents after the commit. Returns the number of removed files.
   */
  async release(attachmentIds: readonly Guid[]): Promise<number> {
    let removed = 0;
    for (const AttachmentId of attachmentIds) {
      const file = await this.db.lockRow(StoredFile, { AttachmentId });
      if (!file || (await this.isNamed(AttachmentId))) continue;
      await this.db.remove(StoredFile, { AttachmentId });
      this.db.audited({ Record: StoredFile.name, Id: AttachmentId, Action: 'Delete' });
      // If the store fails, the job removes the content later.
      this.db.afterCommit(() => this.contents.discard(file.Object).catch(() => undefined));
      removed++;
    }
    return removed;
  }

  /** Removes files that no row refers to, and contents that no file has. */
  @Job({ name: 'unnamed files', every: hour })
  async sweep(): Promise<void> {
    const before = this.clock.at(-unnamedFor);
    for (;;) {
      const unnamed = await this.db.all<{ AttachmentId: string }>(sql`SELECT f.AttachmentId AS AttachmentId FROM files f
        WHERE f.UploadedAt < ${before} AND ${this.unnamed(sql`f.AttachmentId`)}
        ORDER BY f.UploadedAt LIMIT ${batch}`);
      if (unnamed.length === 0) break;
      const ids = unnamed.map(({ AttachmentId }) => AttachmentId);
      // Stop if rows have named all of these files since the query.
      if ((await this.db.tx(() => this.release(ids))) === 0) break;
    }
    const objects = await this.db.all<{ Object: string }>(sql`SELECT c.Object AS Object FROM file_contents c
      WHERE c.CreatedAt < ${before} AND NOT EXISTS (SELECT 1 FROM files f WHERE f.Object = c.Object)`);
    for (const { Object } of objects) await this.contents.discard(Object);
  }

  /** The SQL condition that no row refers to a file. `id` is SQL for the AttachmentId of the file. */
  private unnamed(id: Sql): Sql {
    return join(
      this.names().map((names) => sql`NOT EXISTS (SELECT 1 FROM ${names.naming(id)})`),
      ' AND ',
    );
  }

  /**
   * Throws Conflict if the user has too many files that no row refers to. Locks the row of the user, so that concurrent
   * uploads of this user wait.
   */
  private async mustHaveRoom(userId: Guid, size: number): Promise<void> {
    await this.db.lock(sql`SELECT u.UserId AS UserId FROM users u WHERE u.UserId = ${userId}`);
    const waiting = await this.db.one<{ Total: number; Bytes: string }>(sql`SELECT COUNT(*) AS Total,
      COALESCE(SUM(f.Size), 0) AS Bytes FROM files f WHERE f.UploadedBy = ${userId}
        AND f.UploadedAt > ${this.clock.at(-unnamedFor)} AND ${this.unnamed(sql`f.AttachmentId`)}`);
    const [total, bytes] = [Number(waiting?.Total), Number(waiting?.Bytes)];
    if (total < mostUnnamed && bytes + size <= Math.max(mostUnnamedBytes, this.config.fileLimit)) return;
    const mebibyte = 1024 ** 2;
    throw new Conflict(
      `You have ${total} files (${Math.round(bytes / mebibyte)} MiB) that no document or image names; at most ` +
        `${mostUnnamed} files and ${mostUnnamedBytes / mebibyte} MiB are allowed. Name them in documents or images, ` +
        'or wait: each is removed 24 hours after its upload.',
    );
  }

  private async hold(attachmentId: Guid): Promise<StoredFile | undefined> {
    const [file] = await this.db.hold<StoredFile | undefined>(
      sql`SELECT ${columns(StoredFile, 'f')} FROM files f WHERE f.AttachmentId = ${attachmentId}`,
    );
    return file;
  }

  /** Once a row names a file, its uploader may name it again only as a caller who may read it. */
  private async mayName(caller: Principal, { AttachmentId, UploadedBy }: StoredFile): Promise<boolean> {
    if (UploadedBy === caller.UserId && !(await this.isNamed(AttachmentId))) return true;
    return this.isShown(caller, AttachmentId);
  }

  private async isShown(caller: Principal, attachmentId: Guid): Promise<boolean> {
    for (const names of this.names()) if (await names.showsTo(caller, attachmentId)) return true;
    return false;
  }

  private async isNamed(attachmentId: Guid): Promise<boolean> {
    for (const names of this.names()) if (await this.db.exists(names.naming(sql`${attachmentId}`))) return true;
    return false;
  }

  private names(): readonly FileNames[] {
    this.found ??= contributed(this.discovery, FileNames);
    return this.found;
  }
}

/** The number of kilobytes (1,024 bytes), rounded to two decimals. */
export function kilobytes(bytes: number | string): number {
  return Math.round((Number(bytes) / 1024) * 100) / 100;
}

/** A file as responses show it. */
export function shown({ AttachmentId, FileName, MimeType, Size, Sha256 }: StoredFile): AttachedFile {
  return { AttachmentId, FileName, MimeType, FileSizeInKB: kilobytes(Size), Sha256 };
}
