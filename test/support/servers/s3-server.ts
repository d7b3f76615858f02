import S3rver from '@20minutes/s3rver';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An S3 server on loopback with the bucket `agency`. */
export interface S3Server {
  /** The FILES_URL of the bucket. more: a folder in the bucket, such as `/folder`. */
  url(more?: string, secret?: string): string;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'agency-buckets-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: 'agency', configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: (more = '', secret = 'S3RVER') => `s3://S3RVER:${secret}@127.0.0.1:${port}/agency${more}?tls=false`,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
