import type { ExecutionContext } from '@nestjs/common';
import type { Access } from '../../http/endpoint/declaration.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { contextOf } from '../../http/endpoint/request-context.js';

/** What a route declares about its callers. */
interface RouteAccess {
  /** undefined: the route declares nothing, and nobody may call it. */
  access: Access | undefined;
  /** undefined: a page. */
  operation?: Operation;
  bodyApiKey?: boolean;
}

const closed: RouteAccess = { access: undefined };

/**
 * Of the route that the pipeline matched, and whose input is bound. A handler that
 * Nest took from elsewhere declares nothing.
 */
export function accessOf(execution: ExecutionContext): RouteAccess {
  const { path, operation } = contextOf(execution.switchToHttp().getRequest());
  const handler = execution.getHandler();
  if (handler === path?.page) return { access: 'open' };
  if (!operation || handler !== operation.handler) return closed;
  return { access: operation.access, operation, bodyApiKey: operation.declaration.bodyApiKey };
}
