import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What pages may load: nothing from another host. Swagger UI styles its elements inline. */
const contentSources = {
  'base-uri': ["'none'"],
  'font-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'upgrade-insecure-requests': null,
};

/** Helmet's headers, asked for once: they are the same on every answer. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = recorded();

function recorded(): [string, string][] {
  const headers: [string, string][] = [];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const set = helmet({ contentSecurityPolicy: { directives: contentSources } });
  set({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return headers;
}
