import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../../config/config.js';
import { Health } from '../operations/health.js';
import { isWorker } from '../workers/worker.js';
import type { Connections } from './connections.js';
import type { LimitedExpressAdapter } from './express-adapter.js';
import { RequestLog } from './request-log.js';

/** Starts to serve, and stops on SIGTERM or SIGINT without failing an accepted request. */
export async function listen(app: NestExpressApplication, config: Config): Promise<string> {
  const server: Server = app.getHttpServer();
  const { connections } = app.getHttpAdapter() as LimitedExpressAdapter;
  await app.listen(config.port, config.host).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const address = `${config.host}:${config.port}`;
    throw new ConfigError([`PORT must be free: stop what listens on ${address}, or set another`]);
  });
  const url = await app.getUrl();
  const { logger } = app.get(RequestLog);
  logger.info({ url }, 'listening');
  let stopping = false;
  const stop = (signal: string): void => {
    // A worker hears a signal that goes to all processes from its primary as well.
    if (stopping && isWorker) return;
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    void drain(app, server, connections, config).then(
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

/** Milliseconds within which a connection that was just accepted sends its request. */
const firstBytes = 100;

/**
 * Readiness and keep-alive off, so that proxies turn to other instances; after the delay no new connections; open
 * requests come to their end, the database closes last.
 */
async function drain(
  app: NestExpressApplication,
  server: Server,
  connections: Connections,
  { shutdownDelay, shutdownGrace }: Config,
): Promise<void> {
  const until = Date.now() + shutdownDelay + (shutdownGrace - shutdownDelay) * 0.8;
  app.get(Health).stopping = true;
  server.prependListener('request', (_, response: ServerResponse) => (response.shouldKeepAlive = false));
  await sleep(shutdownDelay);
  // Right after connections were accepted: the kernel resets those that still wait to be.
  await nextTurn();
  server.close();
  await sleep(Math.min(firstBytes, shutdownGrace / 10));
  while (connections.openAnswers > 0 && Date.now() < until) await sleep(20);
  // Connections that never sent a byte are neither idle nor busy: only this ends them.
  server.closeAllConnections();
  await app.close();
}
