import type { ExecutionContext } from '@nestjs/common';
import type { Access } from '../../http/endpoint/declaration.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { currentRequest } from '../../http/endpoint/request-context.js';

interface RouteAccess {
  /** If a route declares no access, the guards refuse every call. */
  access: Access | undefined;
  /** A page has no operation. */
  operation?: Operation;
  bodyApiKey?: boolean;
}

const closed: RouteAccess = { access: undefined };

/** The access of the route that the pipeline matched. If Nest picked another handler, the access is undefined. */
export function accessOf(execution: ExecutionContext): RouteAccess {
  const { path, operation } = currentRequest();
  const handler = execution.getHandler();
  if (handler === path?.page || handler === path?.form) return { access: 'open' };
  if (!operation || handler !== operation.handler) return closed;
  return { access: operation.access, operation, bodyApiKey: operation.declaration.bodyApiKey };
}
