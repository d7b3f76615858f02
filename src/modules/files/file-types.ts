import { fileTypeFromStream } from 'file-type';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { UnsupportedMediaType } from '../../errors/errors.js';

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const plain = 'text/plain';

/** The allowed types, each with its extensions. A file name without an extension of its type gets the first of them. */
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
/** The types that every browser can show as a picture. */
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const shownTypes = 'PDF, JPEG, PNG, GIF, WebP, HEIC, TIFF, plain text, DOCX, XLSX, PPTX, ODT or ODS';
export const shownPictures = 'JPEG, PNG, GIF or WebP';

export function isPicture(type: string): boolean {
  return pictures.includes(type);
}

/** Detects the type by the content alone. Throws UnsupportedMediaType for a type that is not allowed. */
export async function typeOf(read: () => AsyncGenerator<Buffer>): Promise<string> {
  const found = await detected(read());
  const type = found ?? ((await isText(read())) ? plain : '');
  if (!endings.has(type)) throw new UnsupportedMediaType(`The file must be ${shownTypes}, by its content.`);
  return type;
}

async function detected(bytes: AsyncGenerator<Buffer>): Promise<string | undefined> {
  const stream = Readable.from(bytes, { objectMode: false });
  // Ignore the error that the stream emits when the parser has read enough and destroys the stream.
  stream.on('error', () => undefined);
  try {
    return (await fileTypeFromStream(Readable.toWeb(stream) as ReadableStream))?.mime;
  } finally {
    stream.destroy();
  }
}

/** Whether the content is UTF-8 without control characters, and not markup, which a browser might run. */
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
  // Allow tab, line feed, form feed, carriage return and next line.
  return /[^\P{Cc}\t\n\f\r\u0085]/u.test(text);
}

/** Maximum number of characters of a file name. */
export const longestName = 255;

/** The stored name: without folders and characters that could hide the extension, which fits the type. */
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
