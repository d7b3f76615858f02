import { connect, type Socket } from 'node:net';
import { until } from '../time/until.js';

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** A connection on which you write requests as bytes. It does not close when the service closes its end. */
export class RawConnection {
  text = '';
  /** Whether the service has closed its end of the connection. */
  ended = false;
  /** The error that ended the connection. */
  error?: Error;
  readonly socket: Socket;
  private readonly verbs: string[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.socket
      .on('data', (chunk) => (this.text += chunk.toString('latin1')))
      .on('end', () => (this.ended = true))
      .on('close', () => (this.ended = true))
      .on('error', (error) => (this.error = error));
  }

  /** Sends the request line and the headers. */
  head(line: string, headers: Record<string, string> = {}): void {
    this.verbs.push(line.split(' ')[0]);
    const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.write(`${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The complete answers so far, in order; throws for other data. */
  answers(): RawAnswer[] {
    const found: RawAnswer[] = [];
    for (let rest = this.text; rest.includes('\r\n\r\n');) {
      const end = rest.indexOf('\r\n\r\n') + 4;
      const head = rest.slice(0, end);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      if (!status) throw new Error(`No answer: ${rest.slice(0, 200)}`);
      const hasNone = status < 200 || status === 304 || this.verbs[found.length] === 'HEAD';
      const length = hasNone ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (rest.length < end + length) break;
      if (status >= 200) found.push({ status, head, body: rest.slice(end, end + length) });
      rest = rest.slice(end + length);
    }
    return found;
  }

  /** The statuses of the first complete answers, as many as requested, or fewer if the connection ends before. */
  async answered(count: number): Promise<number[]> {
    await this.until(() => this.answers().length >= count || this.ended);
    return this.answers().map(({ status }) => status);
  }

  /** Waits until the service closes its end, then closes this end, because an open one would keep the worker alive. */
  async end(): Promise<void> {
    await this.until(() => this.ended);
    this.leave();
  }

  leave(): void {
    this.socket.destroy();
  }

  private async until(isSo: () => boolean): Promise<void> {
    await until(isSo, () => `Received only: ${this.text.slice(-1000)} ${this.error?.message ?? ''}`);
  }
}
