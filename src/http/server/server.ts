import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../../config/config.js';
import { Health } from '../../observability/health.js';
import { RequestLog } from '../../observability/request-log.js';
import { Registry } from '../endpoint/registry.js';
import { Connections } from './connections.js';
import { isAsset } from './docs-path.js';

/**
 * Starts to listen and returns the URL of the service. On SIGTERM or SIGINT, the service stops without failing a
 * request that it has accepted.
 */
export async function listen(app: NestExpressApplication, config: Config): Promise<string> {
  const server: Server = app.getHttpServer();
  await app.init();
  mustBeFree(config, app.get(Registry));
  await app.listen(config.port, config.host).catch((error: unknown) => {
    throw listenProblem((error as NodeJS.ErrnoException).code, config) ?? error;
  });
  const url = await app.getUrl();
  const { logger } = app.get(RequestLog);
  logger.info({ url }, 'listening');
  server.on('error', (error) => logger.error({ err: error }, 'accepting a connection failed'));
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    void drain(app, server, config).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  return url;
}

/** Throws ConfigError if the service could not tell the path of PUBLIC_URL from its own paths. */
function mustBeFree({ publicPath }: Config, registry: Registry): void {
  if (publicPath !== '' && (registry.hasFirstPartOf(publicPath) || isAsset(`${publicPath}/`)))
    throw new ConfigError([`PUBLIC_URL must have another path: ${publicPath} begins like paths of the service itself`]);
}

/** Maximum milliseconds that a connection opened while the service stops has to send its request. */
const firstBytes = 100;

/**
 * A ConfigError about HOST or PORT if `code`, the error of listening, is due to one of these settings; else undefined.
 */
function listenProblem(code: string | undefined, { host, port }: Config): ConfigError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError([
        `PORT must be free: stop the program that listens on ${host}:${port}, or set another port`,
      ]);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError([
        `HOST must be an address of this machine, and ${host} is none; 0.0.0.0 stands for all of them`,
      ]);
    case 'EACCES':
      return new ConfigError([`PORT must be 1024 or more for this user; CAP_NET_BIND_SERVICE would allow ${port}`]);
    default:
      return undefined;
  }
}

/**
 * Reports the service as not ready and turns keep-alive off, so that proxies use other instances. After SHUTDOWN_DELAY,
 * stops listening and waits for open requests. Closes the database last.
 */
async function drain(
  app: NestExpressApplication,
  server: Server,
  { shutdownDelay, shutdownGrace }: Config,
): Promise<void> {
  const until = Date.now() + shutdownDelay + (shutdownGrace - shutdownDelay) * 0.8;
  const connections = app.get(Connections);
  app.get(Health).stopping = true;
  server.prependListener('request', (_, response: ServerResponse) => (response.shouldKeepAlive = false));
  await sleep(shutdownDelay);
  // Accept the connections that wait in the backlog before closing, because the kernel would reset them.
  await nextTurn();
  server.close();
  await sleep(Math.min(firstBytes, shutdownGrace / 10));
  while (connections.openResponses > 0 && Date.now() < until) await sleep(20);
  // Also close connections that never sent a byte: Node counts them as neither idle nor active.
  server.closeAllConnections();
  await app.close();
}
