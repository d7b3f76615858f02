import type { NestExpressApplication } from '@nestjs/platform-express';
import { closeSync, openSync } from 'node:fs';
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
    throw listenProblem((error as NodeJS.ErrnoException).code, config) ?? error;
  });
  const url = await app.getUrl();
  const { logger } = app.get(RequestLog);
  logger.info({ url }, 'listening');
  server.on('error', (error) => logger.error({ err: error }, 'a connection could not be accepted'));
  watchDescriptors((code) => logger.error({ code }, outOfFiles));
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

const outOfFiles =
  'no file or connection can be opened: this process has as many as it may (raise ulimit -n or LimitNOFILE, or lower ' +
  'MAX_CONNECTIONS)';
/** Milliseconds between two looks whether a file can be opened, and between two lines that say no. */
const descriptors = { lookEvery: 5000, tellEvery: 60_000 };

/** The system refuses connections then, and nobody is told of them: only an attempt of one's own shows it. */
export function watchDescriptors(tell: (code: string) => void, { lookEvery, tellEvery } = descriptors): NodeJS.Timeout {
  let toldAt = -Infinity;
  return setInterval(() => {
    try {
      closeSync(openSync(process.execPath, 'r'));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!/^E[MN]FILE$/.test(code) || performance.now() - toldAt < tellEvery) return;
      toldAt = performance.now();
      tell(code);
    }
  }, lookEvery).unref();
}

/** Why nothing can listen there; undefined: for a reason that is none of the settings. */
function listenProblem(code: string | undefined, { host, port }: Config): ConfigError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError([`PORT must be free: stop what listens on ${host}:${port}, or set another`]);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError([`HOST must be an address of this machine, and ${host} is none; 0.0.0.0 stands for all`]);
    case 'EACCES':
      return new ConfigError([
        `PORT must be 1024 or more for this user, or the user may open ${port} by CAP_NET_BIND_SERVICE`,
      ]);
    default:
      return undefined;
  }
}

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
