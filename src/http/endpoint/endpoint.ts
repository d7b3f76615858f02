import {
  applyDecorators,
  Controller,
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Post,
  Put,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { ListOptions } from '../../record/lists/list-options.js';
import type { Bound } from '../../record/bind.js';
import { pathsOf, type Access, type EndpointDeclaration, type ResourceDeclaration } from './declaration.js';
import { contextOf } from './request-context.js';
import type { RoleName } from './roles.js';
import type { HandlerDecorator, RequestFields } from './typed-handler.js';

export const roles = (...names: RoleName[]): Access => names;
export const authenticated: Access = 'authenticated';
export const open: Access = 'open';

export const resourceKey = 'agency:resource';
export const endpointKey = 'agency:endpoint';
export const pageKey = 'agency:page';

/** A controller whose operations form one group of the interface. */
export const Resource = (declaration: ResourceDeclaration): ClassDecorator =>
  applyDecorators(Controller(), SetMetadata(resourceKey, declaration));

/**
 * One operation, stated once: routing, access, binding, verbs, documentation and permissions follow from it, and the
 * compiler holds the handler's input and answer against its records.
 */
export const Endpoint = <const D extends EndpointDeclaration>(
  declaration: D & RequestFields<D>,
): HandlerDecorator<D> => {
  const route = { GET: Get, POST: Post, PUT: Put, DELETE: Delete }[declaration.verb];
  const paths = pathsOf(declaration).map(routeOf);
  return applyDecorators(route(paths), HttpCode(200), SetMetadata(endpointKey, declaration));
};

/** A path as Nest writes it. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** A GET for people and machines around the interface (pages, health, metrics): open, and not wrapped. */
export const Page = (path: string): MethodDecorator => applyDecorators(Get(routeOf(path)), SetMetadata(pageKey, path));

/** The bound request record, filters included: a handler's first parameter. */
export const Input: () => (target: object, name: string, index: 0) => void = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Bound<object> =>
    contextOf(execution.switchToHttp().getRequest()).input().request,
);

/** The list options of the request. */
export const ListQuery = createParamDecorator(
  (_: unknown, execution: ExecutionContext): ListOptions =>
    contextOf(execution.switchToHttp().getRequest()).input().options,
);

const metaKey = Symbol('Meta');

/** An answer with entries for ResponseStatus.Meta. */
export function withMeta<T extends object>(answer: T, meta: Record<string, string>): T {
  return Object.assign(answer, { [metaKey]: meta });
}

const headersKey = Symbol('Headers');

/** An answer with headers that its operation declares. */
export function withHeaders<T extends object>(answer: T, headers: Record<string, string>): T {
  return Object.assign(answer, { [headersKey]: headers });
}

export function headersOf(answer: object): Record<string, string> {
  return (answer as { [headersKey]?: Record<string, string> })[headersKey] ?? {};
}

export function metaOf(answer: object): Record<string, string> {
  return (answer as { [metaKey]?: Record<string, string> })[metaKey] ?? {};
}

/** Who is told of changes: the whole answer after each, and once that no more will come. */
export interface Listener {
  next(answer: object): void;
  end(): void;
}

/** Tells the listener of changes until the function that it gives is called. */
export type Follow = (listener: Listener) => Promise<() => void>;

const followKey = Symbol('Follow');

/** An answer that comes again after every change, for callers who ask for events. */
export function withChanges<T extends object>(answer: T, follow: Follow): T {
  return Object.assign(answer, { [followKey]: follow });
}

export function followOf(answer: object): Follow | undefined {
  return (answer as { [followKey]?: Follow })[followKey];
}
