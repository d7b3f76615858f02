import { fileTypeFromStream } from 'file-type';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { UnsupportedMediaType } from '../../errors/errors.js';

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const plain = 'text/plain';
const pdf = 'application/pdf';

/** The allowed types, each with its extensions. A file name without an extension of its type gets the first of them. */
const endings = new Map<string, readonly string[]>([
  [pdf, ['pdf']],
  ['image/jpeg', ['jpg', 'jpeg']],
  ['image/png', ['png']],
  ['image/gif', ['gif']],
  ['image/webp', ['webp']],
  ['image/heic', ['heic']],
  // Some cameras name the general brand `mif1` first, also for HEIC.
  ['image/heif', ['heic', 'heif', 'hif']],
  ['image/tiff', ['tif', 'tiff']],
  [plain, ['txt', 'csv', 'md', 'log']],
  [`${office}.wordprocessingml.document`, ['docx']],
  [`${office}.spreadsheetml.sheet`, ['xlsx']],
  [`${office}.presentationml.presentation`, ['pptx']],
  [`${open}.text`, ['odt']],
  [`${open}.spreadsheet`, ['ods']],
]);
/** The value of the attribute `accept` of a file input. It has extensions, because few systems know all types. */
export const acceptedFiles = [...endings].flatMap(([type, names]) => [type, ...names.map((name) => `.${name}`)]).join();
/** The types that every browser can show as a picture. */
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const shownTypes = 'PDF, JPEG, PNG, GIF, WebP, HEIC, TIFF, plain text, DOCX, XLSX, PPTX, ODT or ODS';
export const shownPictures = 'JPEG, PNG, GIF or WebP';

export function isPicture(type: string): boolean {
  return pictures.includes(type);
}

/**
 * Detects the type by the content alone. Text that is not UTF-8 has its charset in the type. Throws
 * UnsupportedMediaType for a type that is not allowed.
 */
export async function typeOf(read: () => AsyncGenerator<Buffer>): Promise<string> {
  const type = (await detected(read())) ?? ((await isLatePdf(read())) ? pdf : await textType(read));
  if (!type || !endings.has(withoutCharset(type)))
    throw new UnsupportedMediaType(`The file must be ${shownTypes}, by its content.`);
  return type;
}

export function contentTypeOf(type: string): string {
  return type === plain ? `${plain}; charset=utf-8` : type;
}

function withoutCharset(type: string): string {
  return type.split(';')[0];
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

/** Browsers skip these characters before a tag, and JavaScript does not trim all of them. */
const invisibleStart = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;
/** Number of bytes before `%PDF-`, and after the start of `%%EOF`, that programs which show PDF accept. */
const aroundPdf = 1024;

/** Whether the content is a PDF behind other bytes, such as the commands of a printer. They may not be markup. */
async function isLatePdf(bytes: AsyncGenerator<Buffer>): Promise<boolean> {
  let beginning = '';
  let end = '';
  for await (const part of bytes) {
    if (beginning.length < aroundPdf) {
      beginning += part.toString('latin1', 0, aroundPdf);
      if (beginning.replace(invisibleStart, '').startsWith('<')) return false;
      if (beginning.length >= aroundPdf && !hasPdfHeader(beginning)) return false;
    }
    end = (end + part.toString('latin1', Math.max(0, part.length - aroundPdf))).slice(-aroundPdf);
  }
  return hasPdfHeader(beginning) && end.includes('%%EOF');
}

function hasPdfHeader(beginning: string): boolean {
  return /%PDF-\d/.test(beginning.slice(0, aroundPdf));
}

/** The byte order mark of each charset, as Latin-1. */
const byteOrderMarks = new Map([
  ['utf-16le', '\u00FF\u00FE'],
  ['utf-16be', '\u00FE\u00FF'],
]);
/** Tab, line feed, form feed, carriage return and next line are no control characters here. */
const controls = /[^\P{Cc}\t\n\f\r\u0085]/u;
/** The bytes of controls, and of no character, in Windows-1252. */
const windowsControls = /[^\P{Cc}\t\n\f\r\u0080-\u009F]|[\u0081\u008D\u008F\u0090\u009D]/u;

/**
 * The type of text in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252; undefined for other content, for
 * text with control characters, and for markup, which a browser might run.
 */
async function textType(read: () => AsyncGenerator<Buffer>): Promise<string | undefined> {
  let beginning = '';
  for await (const part of read()) {
    beginning = part.toString('latin1', 0, 2);
    break;
  }
  for (const [charset, mark] of byteOrderMarks)
    if (beginning === mark)
      return (await isText(decoded(read(), charset), controls)) ? withCharset(charset) : undefined;
  const isUtf8 = await isText(decoded(read(), 'utf-8'), controls);
  if (isUtf8 !== undefined) return isUtf8 ? plain : undefined;
  return (await isText(singleBytes(read()), windowsControls)) ? withCharset('windows-1252') : undefined;
}

function withCharset(charset: string): string {
  return `${plain}; charset=${charset}`;
}

/** Whether the texts have no refused character and are no markup; undefined if the bytes are not of the charset. */
async function isText(texts: AsyncIterable<string>, refused: RegExp): Promise<boolean | undefined> {
  let beginning = '';
  try {
    for await (const text of texts) {
      beginning ||= text.replace(invisibleStart, '');
      if (refused.test(text) || beginning.startsWith('<')) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Throws TypeError for bytes that are no text of the charset. */
async function* decoded(bytes: AsyncIterable<Buffer>, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset, { fatal: true });
  for await (const part of bytes) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}

async function* singleBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const part of bytes) yield part.toString('latin1');
}

/** Maximum number of characters of a file name. */
export const longestName = 255;

/** The stored name: without folders and characters that could hide the extension, which fits the type. */
export function nameOf(sent: string, type: string): string {
  const known = endings.get(withoutCharset(type))!;
  const clean = [...sent.replace(/^.*[/\\]/s, '').replaceAll(/[\p{C}"<>|:*?]/gu, '')].join('').trim();
  const name = clean.replaceAll(/^\.+/g, '') || 'file';
  const ending = known.includes(extname(name).slice(1).toLowerCase()) ? '' : `.${known[0]}`;
  const most = longestName - ending.length;
  const points = [...name];
  if (points.length <= most) return name + ending;
  const kept = ending === '' ? extname(name) : ending;
  return points.slice(0, longestName - kept.length).join('') + kept;
}
