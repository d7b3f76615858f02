import type { ExecutionContext } from '@nestjs/common';
import type { Access } from '../../http/endpoint/declaration.js';
import { signedInKey } from '../../http/endpoint/endpoint.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { currentRequest } from '../../http/endpoint/request-context.js';

interface RouteAccess {
  /** If a route declares no access, the guards refuse every call. */
  access: Access | undefined;
  /** A page has no operation. */
  operation?: Operation;
  isPage?: true;
  bodyApiKey?: boolean;
}

const closed: RouteAccess = { access: undefined };

/** The access of the route that the pipeline matched. If Nest picked another handler, the access is undefined. */
export function accessOf(execution: ExecutionContext): RouteAccess {
  const { path, operation } = currentRequest();
  const handler = execution.getHandler();
  const isPage = handler === path?.page || handler === path?.form;
  if (isPage) return { access: Reflect.getMetadata(signedInKey, handler) === true ? 'authenticated' : 'open', isPage };
  if (!operation || handler !== operation.handler) return closed;
  return { access: operation.access, operation, bodyApiKey: operation.declaration.bodyApiKey };
}
