import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Pages load nothing from other hosts. Inline styles are allowed, because Swagger UI needs them. */
const contentSources = {
  'base-uri': ["'none'"],
  'font-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'upgrade-insecure-requests': null,
};

/** Helmet's headers, computed once, because they are the same on every response. */
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
