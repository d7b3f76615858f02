import { once } from 'node:events';
import { createServer, connect as connectTo, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy to a server. It can cut connections, or keep them open and pass nothing on. */
export class Line {
  private readonly sockets = new Set<Socket>();
  silent = false;
  /** Receives the bytes that a client sends. If it returns true, the proxy cuts the connection, without the answer. */
  isLast: (sent: Buffer) => boolean = () => false;

  private constructor(readonly listener: Server) {}

  /** port: the port to listen on, by default a free one. */
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

  /** Passes on no more answers. Data sent during the silence is lost, so the connections are unusable afterwards. */
  fallSilent(): void {
    this.silent = true;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }
}
