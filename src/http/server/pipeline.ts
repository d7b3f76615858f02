import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { Config } from '../../config/config.js';
import { idsOf, runCall } from '../../context/call-context.js';
import { SlowQueries } from '../../database/driver/slow-queries.js';
import { BodyReader } from '../body/body-reader.js';
import { currentRequest, RequestContext } from '../endpoint/request-context.js';
import type { Verb } from '../endpoint/declaration.js';
import { BadRequest, MethodNotAllowed, NotFound } from '../../errors/errors.js';
import { cachedNowhere, vary } from '../response/caching.js';
import { Exports } from '../response/exports.js';
import { chooseFileFormat, chooseFormat, splitSuffix } from '../endpoint/format.js';
import { Registry } from '../endpoint/registry.js';
import { callerAddress, forwardedFor } from './address.js';
import { Connections } from './connections.js';
import { useCors } from './cors.js';
import { Health } from '../../observability/health.js';
import { Metrics } from '../../observability/metrics.js';
import { RequestLog } from '../../observability/request-log.js';
import { RequestBudgets } from './request-budgets.js';
import { securityHeaders } from './security-headers.js';
import { traceOf } from './trace-parent.js';
import { docsPath, isAsset } from './docs-path.js';
import { limitParts, mostParameters, parseUrlencoded } from '../body/urlencoded.js';

/** Verbs that X-HTTP-Method-Override accepts. */
const overrides = ['PUT', 'DELETE'];

const unbudgeted = /^\/(health\/|metrics)/i;

const requestIdForm = /^[\w.:-]{8,64}$/;

/** Adds the middleware that every request passes, in the order of the calls below. */
export function usePipeline(app: NestExpressApplication): void {
  const config = app.get(Config);
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  const log = app.get(RequestLog);
  const metrics = app.get(Metrics);
  app.get(SlowQueries).listener = (query) => {
    metrics.slowQuery(query.operation);
    log.logger.warn(query, 'slow query');
  };
  app.get(Connections).watch(app.getHttpServer());
  if (config.publicPath !== '') app.use(takePathOff(config.publicPath));
  if (config.trustProxy > 0) app.use(readForwarded(config.trustProxy));
  app.use(identify);
  app.use(watchWith(log, app.get(Exports)));
  app.use(spendBudget(app.get(RequestBudgets)));
  useCors(app);
  app.use(route(app));
  app.use(spendForm(app.get(RequestBudgets)));
}

/**
 * Takes the path of PUBLIC_URL off the path of the request. Requests without it, such as health checks and those of a
 * proxy that takes it off itself, stay as they are.
 */
function takePathOff(publicPath: string) {
  const prefix = publicPath.toLowerCase();
  return (request: Request, _: Response, next: NextFunction): void => {
    const target = withoutOrigin(request.url);
    const rest = target.slice(prefix.length);
    if (target.toLowerCase().startsWith(prefix) && /^(?:[/?]|$)/.test(rest))
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
    next();
  };
}

/** Corrects X-Forwarded-For before Express reads the client's address from it. */
function readForwarded(proxies: number) {
  return (request: Request, _: Response, next: NextFunction): void => {
    const given = request.get('X-Forwarded-For');
    if (given) request.headers['x-forwarded-for'] = forwardedFor(given, proxies, request.socket.remoteAddress);
    next();
  };
}

function identify(request: Request, response: Response, next: NextFunction): void {
  const id = randomUUID();
  const given = request.get('X-Request-Id');
  const requestId = given && requestIdForm.test(given) ? given : id;
  response.setHeader('X-Request-Id', requestId);
  const { traceId, traceparent } = traceOf(request.get('traceparent'), id.replaceAll('-', ''));
  if (traceparent !== undefined) response.setHeader('traceparent', traceparent);
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  if (!isAsset(request.path)) {
    response.setHeader('Cache-Control', cachedNowhere);
    response.setHeader('Vary', vary);
  }
  runCall(new RequestContext(request, requestId, traceId), next);
}

function watchWith(log: RequestLog, exports: Exports) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = currentRequest();
    log.watch(request, response, () => {
      exports.ended(context, response);
      return {
        ids: idsOf(context),
        route: context.path?.template,
        operation: context.operation?.name,
        bytes: context.bytesSent(),
      };
    });
    next();
  };
}

/** Counts each request against the limit for the caller's address, except requests for health checks and metrics. */
function spendBudget(budgets: RequestBudgets) {
  return (request: Request, _: Response, next: NextFunction): void => {
    if (unbudgeted.test(request.path)) next();
    else void budgets.ofAddress(callerAddress(request.ip)).then(() => next(), next);
  };
}

/** Counts each form of a page, which everyone may send, against a limit of its own for the caller's address. */
function spendForm(budgets: RequestBudgets) {
  return (request: Request, _: Response, next: NextFunction): void => {
    if (currentRequest().path?.form === undefined || request.method !== 'POST') next();
    else void budgets.ofForms(callerAddress(request.ip)).then(() => next(), next);
  };
}

/** Responds to unknown paths, unknown verbs and OPTIONS before authentication. Other requests go to their handler. */
function route(app: NestExpressApplication) {
  const [registry, bodies, health] = [app.get(Registry), app.get(BodyReader), app.get(Health)];
  const docs = app.get(Config).publicPath + docsPath;
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = currentRequest();
    // Ignore the Cache-Control header, which is for proxies: fetch() sends it with If-None-Match, and Express would
    // then never respond with 304.
    delete request.headers['cache-control'];
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      throw new BadRequest('Send a Host header, which HTTP/1.1 requires.');
    // A proxy may have routed the request by one Host header, and the service would use the other.
    if ((request.headersDistinct.host?.length ?? 0) > 1) throw new BadRequest('Send only one Host header.');
    const [path, query = ''] = split(request.url);
    const exact = registry.match(path);
    // The suffix of a fixed path such as /openapi.json belongs to the path. Any other suffix is a format.
    const { path: bare, format } = exact && !exact.template.includes('{') ? { path } : splitSuffix(path);
    const found = bare === path ? exact : registry.match(bare);
    if (!found) {
      if (isAsset(path)) {
        next();
        return;
      }
      throw new NotFound(`This path does not exist. ${docs} lists all paths.`);
    }
    context.path = found;
    // Apply X-HTTP-Method-Override after the path is matched: its error responses then have the fields that error
    // responses of this path have in addition to ResponseStatus.
    overrideMethod(request);
    const verb = request.method === 'HEAD' ? 'GET' : request.method;
    if (verb === 'OPTIONS') {
      response.status(200).set('Allow', found.allow).end();
      return;
    }
    mustDecode(path);
    if (!found.verbs.has(request.method)) throw new MethodNotAllowed(request.method, found.allow);
    context.operation = found.operations.get(verb as Verb);
    if (context.operation) health.requireStart();
    limitParts(query, mostParameters, 'Query', 'parameters');
    context.query = parseUrlencoded(query, 'query');
    const choose = context.operation?.declaration.file === 'sent' ? chooseFileFormat : chooseFormat;
    context.format = choose(
      request,
      format,
      [...context.query].find(([name]) => name.toLowerCase() === 'format')?.[1][0] || undefined,
      request.method === 'GET' && context.operation?.declaration.events !== undefined,
    );
    // The handler of a form checks the size limit of the body itself, because its response is a page instead of JSON.
    if (found.form === undefined) bodies.checkLength(context);
    request.url = query === '' ? bare : `${bare}?${query}`;
    next();
  };
}

/** Throws BadRequest for a path that Express cannot decode, because the error of Express does not say what is wrong. */
function mustDecode(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new BadRequest('The path must be percent-encoded UTF-8.');
  }
}

/** X-HTTP-Method-Override is for clients behind proxies that allow only GET and POST. */
function overrideMethod(request: Request): void {
  const verb = request.get('X-HTTP-Method-Override');
  if (request.method !== 'POST' || verb === undefined) return;
  if (!overrides.includes(verb.toUpperCase()))
    throw new BadRequest(`X-HTTP-Method-Override must be ${overrides.join(' or ')}.`);
  request.method = verb.toUpperCase();
}

/** The path and query of a request target, which may be an absolute URL. */
function withoutOrigin(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Splits a request target into path and query. */
function split(target: string): [string, string?] {
  const url = withoutOrigin(target);
  const at = url.indexOf('?');
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
