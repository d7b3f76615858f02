import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

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
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const headers: [string, string][] = [];
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  helmet({ contentSecurityPolicy: { directives: contentSources } })(request, response, () => undefined);
  return headers;
}
