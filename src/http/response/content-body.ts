import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { RangeNotSatisfiable } from '../../errors/errors.js';
import type { SentContent } from '../endpoint/files.js';
import { cachedByCaller, stillCurrent } from './caching.js';
import { ResponseBody } from './response-body.js';

/**
 * Content-Security-Policy of a file: a browser that shows the file despite Content-Disposition neither runs its scripts
 * nor loads anything that it refers to.
 */
const sandbox = "sandbox; default-src 'none'";
/** A Range header with one range. For several ranges, the service sends the whole file. */
const oneRange = /^bytes=(\d*)-(\d*)$/;

/** The response with a file, or with the range of it that the client asks for. Throws RangeNotSatisfiable. */
export async function contentBodyOf(content: SentContent, request: IncomingMessage): Promise<ResponseBody> {
  const { size, open } = content;
  if (size === undefined) {
    const headers = { ...sentAs(content), 'Accept-Ranges': 'none' };
    return new ResponseBody(headers, await open(0, Infinity), 200, content.records);
  }
  const ETag = `"${content.tag}"`;
  const tagged = { ETag, 'Cache-Control': cachedByCaller };
  if (stillCurrent(request.headers['if-none-match'], ETag) !== undefined) return new ResponseBody(tagged, '');
  const part = rangeOf(request, ETag, size);
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const headers = {
    ...tagged,
    'Accept-Ranges': 'bytes',
    ...sentAs(content),
    'Content-Length': String(end - start + 1),
    ...(part && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  };
  const body = request.method === 'HEAD' ? Readable.from([]) : await open(start, end);
  return new ResponseBody(headers, body, part ? 206 : 200);
}

function sentAs({ name, type }: SentContent): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': attachment(name),
    'Content-Security-Policy': sandbox,
    'X-Content-Type-Options': 'nosniff',
  };
}

/**
 * The first and the last byte that the client asks for; undefined if the whole file is to be sent, for example because
 * it has changed since the client received the ETag in If-Range. Express's `request.range()` would refuse ranges
 * that the HTTP standard ignores or shortens. Throws RangeNotSatisfiable.
 */
function rangeOf({ headers }: IncomingMessage, tag: string, size: number): { start: number; end: number } | undefined {
  const found = oneRange.exec(headers.range?.replaceAll(' ', '') ?? '');
  const ifRange = headers['if-range'];
  if (!found || (ifRange !== undefined && ifRange !== tag)) return undefined;
  const [first, last] = found.slice(1);
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && first !== '' && Number(last) < Number(first)) return undefined;
  if (start > end) throw new RangeNotSatisfiable(size);
  return { start, end };
}

/** The Content-Disposition of a file: its name in ASCII and, for clients that read RFC 6266, its full name in UTF-8. */
function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/g, '_');
  const hex = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, hex);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
