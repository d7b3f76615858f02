import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '../app/app.js';

/** The smallest PNG: one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A PDF of so many bytes, each time another one. */
export function pdf(size = 2000): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);
}

export interface Uploaded {
  AttachmentId: string;
  FileName: string;
  MimeType: string;
  FileSizeInKB: number;
  Sha256: string;
}

/** Uploads a file as the body. who: Authorization header. */
export async function upload(app: TestApp, who: object, content: Buffer, name = 'file'): Promise<Uploaded> {
  const { body } = await app.http
    .post('/v1/Files')
    .query({ FileName: name })
    .set({ ...who, 'Content-Type': 'application/octet-stream' })
    .send(content)
    .expect(200);
  return (body as { Files: Uploaded[] }).Files[0];
}

/** Creates a folder for the temporary files of this suite, so that they do not mix with those of parallel suites. */
export function ownTemporaryFolder(): { folder: string; drop: () => void } {
  const folder = mkdtempSync(join(os.tmpdir(), 'agency-suite-'));
  // A suite has a copy of the environment, so that TMPDIR has no effect.
  const named = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  return {
    folder,
    drop() {
      named.mockRestore();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs the work while temporary files go to `folder`. */
export async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const named = jest.spyOn(os, 'tmpdir');
  const before = os.tmpdir();
  named.mockReturnValue(folder);
  try {
    return await work();
  } finally {
    named.mockReturnValue(before);
  }
}

/** Number of unlinked files of a folder that a process has open. Only Linux lists them; elsewhere it is 0. */
export function openTemporaryFiles(folder: string, process: number | 'self' = 'self'): number {
  const files = `/proc/${process}/fd`;
  if (!existsSync(files)) return 0;
  const opened = readdirSync(files).map((name) => {
    try {
      return readlinkSync(join(files, name));
    } catch {
      // The process has closed the file since.
      return '';
    }
  });
  return opened.filter((path) => path.startsWith(folder) && path.endsWith('(deleted)')).length;
}
