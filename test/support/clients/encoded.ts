import { get, request, type IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** The answer as sent, without decompression by the client. */
export async function rawAnswer(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call =
      method === 'GET' ? get(url, { headers }, resolve) : request(url, { headers, method }, resolve).end(body);
    call.on('error', reject);
  });
}

const decoders: Readonly<Record<string, () => Transform>> = { br: createBrotliDecompress, gzip: createGunzip };

/** The decompressed body; throws if it is incomplete. */
export function decoded(response: IncomingMessage): AsyncIterable<Buffer> {
  const coding = response.headers['content-encoding'];
  return coding === undefined ? response : pipeline(response, decoders[coding](), () => undefined);
}

export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of decoded(response)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
