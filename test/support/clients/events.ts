import { get, type IncomingMessage } from 'node:http';

interface ServerEvent {
  name: string;
  data: { Queue: { Id: string }[] } & Record<string, unknown>;
}

/** A reader of server-sent events. */
export class Events {
  /** All text so far, comments included. */
  text = '';
  ended = false;
  private read = 0;
  private wake: () => void = () => undefined;

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    const woken = (): void => this.wake();
    response.on('data', (chunk: string) => {
      this.text += chunk;
      woken();
    });
    response.on('close', () => {
      this.ended = true;
      woken();
    });
    response.on('error', woken);
  }

  static async of(url: string, headers: Record<string, string>): Promise<Events> {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers: { Accept: 'text/event-stream', ...headers } }, resolve).on('error', reject),
    );
    return new Events(response);
  }

  /** The next event that was not read yet. */
  async next(): Promise<ServerEvent> {
    for (;;) {
      const end = this.text.indexOf('\n\n', this.read);
      if (end >= 0) {
        const lines = this.text.slice(this.read, end).split('\n');
        this.read = end + 2;
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = field('data');
        if (data !== undefined) return { name: field('event') ?? 'message', data: JSON.parse(data) };
        continue;
      }
      if (this.ended) throw new Error('The events ended.');
      await this.more();
    }
  }

  /** Waits until the stream ends. */
  async end(): Promise<void> {
    while (!this.ended) await this.more();
  }

  leave(): void {
    this.response.destroy();
  }

  private more(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}
