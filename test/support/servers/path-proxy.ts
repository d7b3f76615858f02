import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that has the service at one path of its host, and responds with 404 to all other paths. */
export interface PathProxy {
  /** URL of the service at the proxy. */
  url: string;
  /** The address of the service. */
  target: string;
  /** Whether the proxy takes the path off before it passes a request on. */
  takesPathOff: boolean;
  close(): Promise<void>;
}

export async function startPathProxy(path: string): Promise<PathProxy> {
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    if (url !== path && !url.startsWith(`${path}/`)) {
      response.writeHead(404).end();
      return;
    }
    const passed = proxy.takesPathOff ? url.slice(path.length) || '/' : url;
    const { hostname, port } = new URL(proxy.target);
    const call = send({ hostname, port, path: passed, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    call.on('error', () => response.destroy());
    response.on('close', () => call.destroy());
    request.pipe(call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: PathProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    target: '',
    takesPathOff: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
