import type { ExecutionContext } from '@nestjs/common';
import type { Access } from '../../http/endpoint/declaration.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { contextOf } from '../../http/endpoint/request-context.js';

/** The declared access of a route. */
interface RouteAccess {
  /** undefined if the route declares no access. The guards then refuse every call of the route. */
  access: Access | undefined;
  /** The operation of the route; undefined for a page. */
  operation?: Operation;
  bodyApiKey?: boolean;
}

const closed: RouteAccess = { access: undefined };

/**
 * The access of the route that the pipeline matched. If Nest picked another handler, the access is undefined.
 */
export function accessOf(execution: ExecutionContext): RouteAccess {
  const { path, operation } = contextOf(execution.switchToHttp().getRequest());
  const handler = execution.getHandler();
  if (handler === path?.page || handler === path?.form) return { access: 'open' };
  if (!operation || handler !== operation.handler) return closed;
  return { access: operation.access, operation, bodyApiKey: operation.declaration.bodyApiKey };
}
