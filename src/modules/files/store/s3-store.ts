import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import type { FilesTarget } from '../../../config/settings/files-url.js';
import { Unavailable } from '../../../errors/errors.js';
import { FileStore, type ByteRange } from './file-store.js';

type S3Target = Extract<FilesTarget, { kind: 's3' }>;

/** Stores objects in an S3 bucket, which several instances may share. */
export class S3Store extends FileStore {
  readonly shown: string;
  private client?: S3mini;

  constructor(private readonly target: S3Target) {
    super();
    this.shown = `the bucket ${target.endpoint}`;
  }

  async put(name: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void> {
    const body = Readable.from(bytes, { objectMode: false });
    try {
      const client = await this.s3();
      const stream = Readable.toWeb(body) as Parameters<S3mini['putObject']>[1];
      await client.putObject(this.keyOf(name), stream, undefined, undefined, undefined, size);
    } catch (error) {
      throw failure(error);
    } finally {
      body.destroy();
    }
  }

  async open(name: string, { start, end }: ByteRange): Promise<Readable | undefined> {
    const client = await this.s3();
    // The S3 client expects an exclusive end.
    const { body } = (await client.getObjectRaw(this.keyOf(name), false, start, end + 1).catch(missing)) ?? {};
    return body ? Readable.fromWeb(body) : undefined;
  }

  async size(name: string): Promise<number | undefined> {
    const client = await this.s3();
    // The S3 client wraps the error of a request in another error, so look at its cause.
    return client.getContentLength(this.keyOf(name)).catch((error: unknown) => missing((error as Error).cause));
  }

  async remove(name: string): Promise<void> {
    const client = await this.s3();
    await client.deleteObject(this.keyOf(name)).catch(missing);
  }

  async check(): Promise<void> {
    const client = await this.s3();
    const isThere = await client.bucketExists().catch((error: unknown) => {
      throw failure(error);
    });
    if (!isThere) throw failure(new Error('the bucket does not exist, or the access key may not read it'));
    const probe = `probe-${randomUUID()}`;
    await this.put(probe, Readable.from([Buffer.from(probe)]), Buffer.byteLength(probe));
    await this.remove(probe);
  }

  private keyOf(name: string): string {
    return this.target.prefix + name;
  }

  /** Loads the client at its first use, because most installations have no bucket. */
  private async s3(): Promise<S3mini> {
    if (!this.client) {
      const { S3mini } = await import('s3mini');
      const { endpoint, region, accessKeyId, secretAccessKey } = this.target;
      // fetch needs `duplex` to send a stream as the body.
      const streaming = ((url: string, request: RequestInit) =>
        fetch(url, { ...request, duplex: 'half' })) as typeof fetch;
      this.client = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: streaming });
    }
    return this.client;
  }
}

function missing(error: unknown): undefined {
  if ((error as { status?: unknown } | undefined)?.status === 404) return undefined;
  throw failure(error);
}

function failure(cause: unknown): Unavailable {
  return new Unavailable('The store of files cannot be used now. Try again later.', { retryAfter: 60, cause });
}
