import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { Config } from '../../config/config.js';
import { currentCall, runCall } from '../../context/call-context.js';
import { SlowQueries } from '../../database/slow-queries.js';
import { BodyReader } from '../endpoint/body/body-reader.js';
import { attachContext, RequestContext, contextOf } from '../endpoint/request-context.js';
import type { Verb } from '../endpoint/declaration.js';
import { BadRequest, Invalid, MethodNotAllowed, NotFound } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { cachedNowhere, vary } from '../answer/caching.js';
import { chooseFileFormat, chooseFormat, splitSuffix } from '../endpoint/format.js';
import { noValues, type PathValues } from '../endpoint/operation.js';
import { Registry } from '../endpoint/registry.js';
import { callerAddress } from './address.js';
import { useCors } from './cors.js';
import { Health } from '../operations/health.js';
import { RequestBudgets } from './request-budgets.js';
import { RequestLog } from './request-log.js';
import { securityHeaders } from './security-headers.js';
import { docsPath, isDocs } from './docs-path.js';
import type { LimitedExpressAdapter } from './express-adapter.js';
import { parseUrlencoded } from '../endpoint/body/urlencoded.js';

/** What a POST may stand for. */
const overrides = ['PUT', 'DELETE'];

/** Parameters that a query may have. */
const mostParameters = 200;

const unbudgeted = /^\/(health\/|metrics)/i;

const requestIdForm = /^[\w.:-]{8,64}$/;

/** What every request passes before Nest's router, in this order. */
export function usePipeline(app: NestExpressApplication): void {
  const config = app.get(Config);
  const registry = app.get(Registry);
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  const log = app.get(RequestLog);
  app.get(SlowQueries).listener = (query) => log.logger.warn(query, 'slow query');
  app.use(identify(config));
  app.use(log.middleware);
  app.use(spendBudget(app.get(RequestBudgets)));
  useCors(app);
  app.use(route(registry, app.getHttpAdapter() as LimitedExpressAdapter, app.get(BodyReader), app.get(Health)));
}

/** Gives the request its id and its call context. */
function identify({ bodyDepth: depth, timeZone }: Config) {
  const reading = { depth, timeZone };
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.get('X-Request-Id');
    const requestId = given && requestIdForm.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    if (!isDocs(request.path)) {
      response.setHeader('Cache-Control', cachedNowhere);
      response.setHeader('Vary', vary);
    }
    attachContext(request, new RequestContext(request as never, requestId, reading));
    runCall({ requestId, operation: '', userId: null }, () => next());
  };
}

/** What an address asks too often costs nothing further; those who watch the service are never refused. */
function spendBudget(budgets: RequestBudgets) {
  return (request: Request, _: Response, next: NextFunction): void => {
    if (unbudgeted.test(request.path)) next();
    else void budgets.ofAddress(callerAddress(request.ip)).then(() => next(), next);
  };
}

/**
 * Finds the operation and hands the request to its handler: unknown paths and verbs end here, before anybody is asked
 * who they are; OPTIONS is answered.
 */
function route(registry: Registry, adapter: LimitedExpressAdapter, bodies: BodyReader, health: Health) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = contextOf(request);
    // It speaks to caches on the way. Express would answer no 304 for its sake,
    // and fetch() sends it with If-None-Match.
    delete request.headers['cache-control'];
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      throw new BadRequest('A request of HTTP/1.1 names its Host.');
    // A proxy may have gone by the other one.
    if ((request.headersDistinct.host?.length ?? 0) > 1) throw new BadRequest('A request names one Host, once.');
    const [path, query = ''] = split(request.url);
    const exact = registry.match(path);
    // A fixed path such as /openapi.json is itself; anywhere else the suffix is the format's.
    const { path: bare, format } = exact && !exact.path.template.includes('{') ? { path } : splitSuffix(path);
    const found = bare === path ? exact : registry.match(bare);
    if (!found) {
      if (isDocs(path)) {
        next();
        return;
      }
      throw new NotFound(`There is nothing at this path. ${docsPath} lists what there is.`);
    }
    const match = (context.path = found.path);
    // What it refuses is a failure of this path.
    overrideMethod(request);
    context.pathValues = decoded(found.values);
    const verb = request.method === 'HEAD' ? 'GET' : request.method;
    if (verb === 'OPTIONS') {
      response.status(200).set('Allow', match.allow).end();
      return;
    }
    if (!match.verbs.has(request.method)) throw new MethodNotAllowed(request.method, match.allow);
    context.operation = match.operations.get(verb as Verb);
    currentCall()!.operation = context.operation?.name ?? '';
    if (context.operation) health.mustBeThere();
    checkParameters(query);
    context.query = parseUrlencoded(query, 'query');
    const choose = context.operation?.declaration.file === 'sent' ? chooseFileFormat : chooseFormat;
    context.format = choose(
      request,
      format,
      [...context.query].find(([name]) => name.toLowerCase() === 'format')?.[1][0],
      request.method === 'GET' && context.operation?.declaration.events !== undefined,
    );
    bodies.checkLength(context);
    request.url = query === '' ? bare : `${bare}?${query}`;
    adapter.handlerOf(verb, match.template)(request, response, next);
  };
}

/** Each parameter is held against hundreds of names: their number is bounded before any of it is read. */
function checkParameters(query: string): void {
  let count = 1;
  for (let at = query.indexOf('&'); at >= 0 && count <= mostParameters; at = query.indexOf('&', at + 1)) count++;
  if (count <= mostParameters) return;
  const Max = String(mostParameters);
  throw new Invalid([fieldError('TooMany', 'Query', `can have at most ${Max} parameters`, { Max })]);
}

function decoded(values: PathValues): PathValues {
  if (values === noValues) return values;
  try {
    return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw new BadRequest('The path must be percent-encoded UTF-8.');
  }
}

/** For clients behind proxies that let only GET and POST pass: the verb is the named one in every respect. */
function overrideMethod(request: Request): void {
  const verb = request.get('X-HTTP-Method-Override');
  if (request.method !== 'POST' || verb === undefined) return;
  if (!overrides.includes(verb.toUpperCase()))
    throw new BadRequest(`X-HTTP-Method-Override must be ${overrides.join(' or ')}.`);
  request.method = verb.toUpperCase();
}

/** A request's target, which may be a whole URL, as path and query. */
function split(target: string): [string, string?] {
  const url = target.replace(/^https?:\/\/[^/?]*/i, '');
  const at = url.indexOf('?');
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
