import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { isDemo } from '../../demo/demo-mark.js';
import { verbs } from '../endpoint/declaration.js';

/** Seconds for which a browser may reuse the response to a preflight request: the maximum that all browsers accept. */
const maxAge = 7200;

type Decide = (error: Error | null, allowed: boolean) => void;

const ofThisMachine = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * Lets browser pages from the origins in CORS_ORIGINS call the service. If CORS_ORIGINS is empty, a service with a demo
 * database lets pages from localhost call it.
 */
export function useCors(app: NestExpressApplication): void {
  const { corsOrigins, production } = app.get(Config);
  // A demo database is never served in production.
  if (corsOrigins.length === 0 && production) return;
  app.enableCors({
    origin: corsOrigins.length > 0 ? [...corsOrigins] : onDemo(app.get(Db)),
    preflightContinue: true,
    maxAge,
    methods: ['GET', 'HEAD', ...verbs.slice(1), 'OPTIONS'],
    exposedHeaders: [
      'X-Request-Id',
      'traceparent',
      'Retry-After',
      'ETag',
      'Content-Disposition',
      'Allow',
      'X-Agent-Ids',
      'Idempotency-Response',
    ],
  });
}

function onDemo(db: Db) {
  let demo: boolean | undefined;
  const isThere = async (): Promise<boolean> => (demo ??= await isDemo(db).catch(() => undefined)) ?? false;
  return (origin: string | undefined, decide: Decide): void => {
    if (origin === undefined || !ofThisMachine.test(origin)) decide(null, false);
    else void isThere().then((allowed) => decide(null, allowed));
  };
}
