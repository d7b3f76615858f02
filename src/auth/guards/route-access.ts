import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import {
  endpointKey,
  pageKey,
  resourceKey,
  type Access,
  type EndpointDeclaration,
  type ResourceDeclaration,
} from '../../http/endpoint/endpoint.js';

const enrollingKey = 'agency:while-enrolling';

/** An operation that a user who has to enrol in multi-factor authentication can call before that. */
export const WhileEnrolling = (): MethodDecorator => SetMetadata(enrollingKey, true);

/** What a route declares about its callers. */
export interface RouteAccess {
  /** undefined: the route declares nothing, and nobody may call it. */
  access: Access | undefined;
  bodyApiKey: boolean;
  whileEnrolling: boolean;
}

export function accessOf(reflector: Reflector, context: ExecutionContext): RouteAccess {
  const handler = context.getHandler();
  const endpoint = reflector.get<EndpointDeclaration | undefined>(endpointKey, handler);
  const resource = reflector.get<ResourceDeclaration | undefined>(resourceKey, context.getClass());
  const isPage = reflector.get<string | undefined>(pageKey, handler) !== undefined;
  return {
    access: isPage ? 'open' : endpoint && (endpoint.access ?? resource?.access),
    bodyApiKey: endpoint?.bodyApiKey === true,
    whileEnrolling: reflector.get<boolean | undefined>(enrollingKey, handler) === true,
  };
}
