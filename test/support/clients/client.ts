import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const events = 'text/event-stream';

const decoders: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

/** An HTTP client that sends each request unchanged, over keep-alive connections. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly url: string) {}

  send(verb: string, target: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const { hostname, port } = new URL(this.url);
    const bytes = body === undefined ? undefined : Buffer.from(body);
    return new Promise((resolve, reject) => {
      const call = request({
        agent: this.agent,
        hostname,
        port,
        method: verb,
        path: target,
        headers: { ...headers, ...(bytes && { 'Content-Length': String(bytes.length) }) },
      });
      call.on('error', reject);
      call.on('response', (answer) => {
        const chunks: Buffer[] = [];
        const done = (): void => {
          const bytes = Buffer.concat(chunks);
          const decode = bytes.length > 0 && decoders[answer.headers['content-encoding'] ?? ''];
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text: (decode ? decode(bytes) : bytes).toString(),
          });
        };
        answer.on('error', reject);
        answer.on('end', done);
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // An event stream does not end by itself: return its first data.
          if (!answer.headers['content-type']?.startsWith(events)) return;
          answer.removeAllListeners('error').on('error', () => undefined);
          done();
          call.destroy();
        });
      });
      call.end(bytes);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
