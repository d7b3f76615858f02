import { defaultBodySerializer } from 'openapi-fetch';
import { withFailure } from './errors.js';

/** Bytes sent so far, and the size of the file. */
export type OnProgress = (sent: number, total: number) => void;

export interface Upload {
  url: string;
  headers: Record<string, string>;
  file: Blob;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Posts a file without reading it into memory, and reports the progress. Browsers use XMLHttpRequest, because their
 * fetch() reports no progress.
 */
export function upload(given: Upload, fetch: (request: Request) => Promise<Response>): Promise<Response> {
  return typeof XMLHttpRequest === 'undefined' ? byFetch(given, fetch) : byBrowser(given);
}

function byBrowser({ url, headers, file, onProgress, signal }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded, file.size);
    request.onload = () => {
      const headers = { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' };
      resolve(withFailure(new Response(request.responseText, { status: request.status, headers })));
    };
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function byFetch({ url, headers, file, onProgress, signal }: Upload, fetch: (request: Request) => Promise<Response>) {
  let sent = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onProgress?.((sent += chunk.length), file.size);
      controller.enqueue(chunk);
    },
  });
  const body = file.stream().pipeThrough(counter);
  const options = { method: 'POST', headers, body, duplex: 'half', signal: signal ?? null };
  return fetch(new Request(url, options));
}

const serialize: (body: unknown, headers?: unknown) => string = defaultBodySerializer;

/** Sends a file as it is. The types of openapi-fetch omit the headers, by which it recognises a form. */
export function bodySerializer(body: unknown, headers?: unknown): Blob | string {
  return body instanceof Blob ? body : serialize(body, headers);
}

/** The media type by the ending of the name, because browsers on Windows state the type of Excel for CSV. */
export function mediaTypeOf(file: Blob): string {
  return 'name' in file && /\.(ndjson|jsonl)$/i.test(String(file.name)) ? 'application/x-ndjson' : 'text/csv';
}

/** The name of a downloaded file from Content-Disposition, which has other names than ASCII in UTF-8 (RFC 6266). */
export function nameIn({ headers }: Response): string {
  const stated = headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(stated)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(stated)?.[1] ?? 'file');
}

/** A new Idempotency-Key. `crypto.randomUUID()` is not used, because it exists in secure contexts only. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
