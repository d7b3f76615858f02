import { fileTypeFromStream } from 'file-type';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { UnsupportedMediaType } from '../../errors/errors.js';

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const plain = 'text/plain';

/** The types that files may have, with the endings of their names; the first one is added where none fits. */
const endings = new Map<string, readonly string[]>([
  ['application/pdf', ['pdf']],
  ['image/jpeg', ['jpg', 'jpeg']],
  ['image/png', ['png']],
  ['image/gif', ['gif']],
  ['image/webp', ['webp']],
  ['image/heic', ['heic']],
  ['image/tiff', ['tif', 'tiff']],
  [plain, ['txt', 'csv', 'md', 'log']],
  [`${office}.wordprocessingml.document`, ['docx']],
  [`${office}.spreadsheetml.sheet`, ['xlsx']],
  [`${office}.presentationml.presentation`, ['pptx']],
  [`${open}.text`, ['odt']],
  [`${open}.spreadsheet`, ['ods']],
]);
/** The types that every browser shows as a picture. */
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const shownTypes = 'PDF, JPEG, PNG, GIF, WebP, HEIC, TIFF, plain text, DOCX, XLSX, PPTX, ODT or ODS';
export const shownPictures = 'JPEG, PNG, GIF or WebP';

export function isPicture(type: string): boolean {
  return pictures.includes(type);
}

/** The type of the content, whatever its name and its sender say. Throws UnsupportedMediaType for other types. */
export async function typeOf(read: () => AsyncGenerator<Buffer>): Promise<string> {
  const found = await detected(read());
  const type = found ?? ((await isText(read())) ? plain : '');
  if (!endings.has(type)) throw new UnsupportedMediaType(`The file must be ${shownTypes}, by its content.`);
  return type;
}

async function detected(bytes: AsyncGenerator<Buffer>): Promise<string | undefined> {
  const stream = Readable.from(bytes, { objectMode: false });
  // The parser destroys the stream where it stops reading.
  stream.on('error', () => undefined);
  try {
    return (await fileTypeFromStream(Readable.toWeb(stream) as ReadableStream))?.mime;
  } finally {
    stream.destroy();
  }
}

/** Whether the content is UTF-8 without control characters, and no markup, which a browser might run. */
async function isText(bytes: AsyncGenerator<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let beginning = '';
  try {
    for await (const part of bytes) {
      const text = decoder.decode(part, { stream: true });
      if (hasControls(text)) return false;
      if (beginning.trimStart() === '') beginning = text;
    }
    return !hasControls(decoder.decode()) && !beginning.trimStart().startsWith('<');
  } catch {
    return false;
  }
}

function hasControls(text: string): boolean {
  // Tab, line feed, form feed and carriage return are text.
  return /[^\P{Cc}\t\n\f\r\u0085]/u.test(text);
}

/** Most characters of a name. */
export const longestName = 255;

/**
 * The name under which a file is stored: without folders and characters that hide its ending, which is one of its type.
 */
export function nameOf(sent: string, type: string): string {
  const known = endings.get(type)!;
  const clean = [...sent.replace(/^.*[/\\]/s, '').replaceAll(/[\p{C}"<>|:*?]/gu, '')].join('').trim();
  const name = clean.replaceAll(/^\.+/g, '') || 'file';
  const ending = known.includes(extname(name).slice(1).toLowerCase()) ? '' : `.${known[0]}`;
  const most = longestName - ending.length;
  const points = [...name];
  if (points.length <= most) return name + ending;
  const kept = ending === '' ? extname(name) : ending;
  return points.slice(0, longestName - kept.length).join('') + kept;
}
