import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Access } from '../../http/endpoint/declaration.js';
import { signedInKey } from '../../http/endpoint/endpoint.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { currentRequest } from '../../http/endpoint/request-context.js';

const inBodyKey = 'agency:api-key-in-body';

/** The operation also accepts the API key of the caller in the field ApiKey of the body. */
export const ApiKeyInBody = (): MethodDecorator => SetMetadata(inBodyKey, true);

interface RouteAccess {
  /** If a route declares no access, the guards refuse every call. */
  access: Access | undefined;
  /** A page has no operation. */
  operation?: Operation;
  isPage?: true;
  hasKeyInBody?: boolean;
}

const closed: RouteAccess = { access: undefined };

/** The access of the route that the pipeline matched. If Nest picked another handler, the access is undefined. */
export function accessOf(execution: ExecutionContext): RouteAccess {
  const { path, operation } = currentRequest();
  const handler = execution.getHandler();
  const isPage = handler === path?.page || handler === path?.form;
  if (isPage) return { access: Reflect.getMetadata(signedInKey, handler) === true ? 'authenticated' : 'open', isPage };
  if (!operation || handler !== operation.handler) return closed;
  return { access: operation.access, operation, hasKeyInBody: Reflect.getMetadata(inBodyKey, handler) === true };
}
