import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { FileContent, StoredFile } from '../../../modules/files/file.entity.js';
import type { FileStore } from '../../../modules/files/store/file-store.js';
import { encryptContent, encryptedSize } from '../../../modules/files/store/encrypted-content.js';
import type { Filling } from '../filling.js';

interface DemoFile extends Pick<StoredFile, 'AttachmentId' | 'FileName' | 'MimeType' | 'UploadedAt'> {
  content: Buffer;
}

/**
 * Stores the files of the demo. Files with equal content share one stored content. If FILES_URL is not set, `store` is
 * undefined and nothing is stored.
 */
export class DemoFiles {
  private readonly known = new Set<string>();

  constructor(
    private readonly filling: Filling,
    private readonly store: FileStore | undefined,
    private readonly UploadedBy: string,
  ) {}

  async fill(files: readonly DemoFile[]): Promise<void> {
    if (!this.store) return;
    const rows: StoredFile[] = [];
    for (const { AttachmentId, FileName, MimeType, UploadedAt, content } of files) {
      const Sha256 = createHash('sha256').update(content).digest('hex');
      const Object = await this.stored(this.store, Sha256, content);
      const { UploadedBy } = this;
      rows.push({ AttachmentId, FileName, MimeType, Size: content.length, Sha256, Object, UploadedBy, UploadedAt });
    }
    await this.filling.put(StoredFile, rows);
  }

  /** The name of the stored file depends only on its content, so that the same seed gives the same data. */
  private async stored(store: FileStore, Sha256: string, content: Buffer): Promise<string> {
    const { cipher, calendar } = this.filling;
    const Object = `${Sha256.slice(0, 2)}/${Sha256}-${Sha256.slice(0, 16)}`;
    if (this.known.has(Object)) return Object;
    this.known.add(Object);
    const size = content.length;
    const encrypted = encryptContent(cipher.derived(cipher.keyId, Object)!, size, only(content));
    await store.put(Object, encrypted, encryptedSize(size));
    const row = { Object, Sha256, Size: size, KeyId: cipher.keyId, Ready: true, CreatedAt: calendar.now };
    await this.filling.put(FileContent, [row]);
    return Object;
  }
}

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

type Color = readonly [red: number, green: number, blue: number];

/** A PNG of one color, 48 by 30 pixels. */
export function picture(color: Color): Buffer {
  const [width, height] = [48, 30];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The bit depth is 8 per channel. Color type 2 has the channels red, green and blue.
  header.set([8, 2], 8);
  const line = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(color))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]);
}

function part(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PDF of one page that shows `text`, which must be ASCII without parentheses. */
export function page(text: string): Buffer {
  const shown = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let document = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = document.length;
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${document}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${document.length}\n%%EOF\n`,
  );
}
