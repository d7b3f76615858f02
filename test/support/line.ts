import { once } from 'node:events';
import { createServer, connect as connectTo, type AddressInfo, type Server, type Socket } from 'node:net';

/** A line to the server that can be cut, or go silent with its connections open. */
export class Line {
  private readonly sockets = new Set<Socket>();
  silent = false;
  /** Told what is sent to the server; true: its answer is the end, and the line is cut before anybody hears it. */
  isLast: (sent: Buffer) => boolean = () => false;

  private constructor(readonly listener: Server) {}

  /** port: where it is to be reached; any that is free unless told. */
  static async to(target: { host: string; port: number }, port = 0): Promise<Line> {
    const line = new Line(createServer());
    line.listener.on('connection', (near: Socket) => {
      const far = connectTo(target.port, target.host);
      let last = false;
      for (const [from, into] of [
        [near, far],
        [far, near],
      ] as const) {
        line.sockets.add(from);
        from.on('data', (bytes: Buffer) => {
          if (from === near) last ||= line.isLast(bytes);
          else if (last) line.cut();
          if (!line.silent) into.write(bytes);
        });
        from.on('error', () => into.destroy());
        from.on('close', () => into.destroy());
      }
    });
    line.listener.listen(port, '127.0.0.1');
    await once(line.listener, 'listening');
    return line;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /** Answers nothing from now on; what was sent meanwhile is lost, so that the connections are useless afterwards. */
  fallSilent(): void {
    this.silent = true;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }
}
