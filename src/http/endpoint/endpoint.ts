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
import type { Class } from '../../record/field-types.js';
import { pathsOf, type Access, type EndpointDeclaration, type Group } from './declaration.js';
import { contextOf } from './request-context.js';
import type { RoleName } from './roles.js';
import type { HandlerDecorator, RequestFields } from './typed-handler.js';

export const roles = (...names: RoleName[]): Access => names;
export const authenticated: Access = 'authenticated';
export const open: Access = 'open';

export const groupKey = 'agency:group';
export const endpointKey = 'agency:endpoint';
export const pageKey = 'agency:page';
export const formKey = 'agency:form';
export const readerKey = 'agency:reader';

/** Every controller that has been loaded. */
export const resources: Class[] = [];

/** Marks a controller. Its operations belong to the group, unless their declaration names another one. */
export const Resource = (group: Group): ClassDecorator =>
  applyDecorators(Controller(), SetMetadata(groupKey, group), (target: object) => void resources.push(target as Class));

/**
 * Declares an operation. Routing, access, binding, documentation and permissions are derived from the declaration, and
 * the compiler checks the handler's input and result against its records.
 */
export const Endpoint = <const D extends EndpointDeclaration>(
  declaration: D & RequestFields<D>,
): HandlerDecorator<D> => {
  const route = { GET: Get, POST: Post, PUT: Put, DELETE: Delete }[declaration.verb];
  const paths = pathsOf(declaration).map(routeOf);
  return applyDecorators(route(paths), HttpCode(200), SetMetadata(endpointKey, declaration));
};

/** The declaration of a reader, and the part that it shares with a GET. */
type ReaderDeclaration = Pick<EndpointDeclaration, 'path' | 'request' | 'response'>;
const asGet = { verb: 'GET', summary: '' } as const;

/**
 * Declares how the record of a path without a GET is locked and read, so that its writes accept If-Match. Not a route.
 * The response record is that of the writes.
 */
export const Reader = <const D extends ReaderDeclaration>(declaration: D): HandlerDecorator<D & typeof asGet> =>
  SetMetadata(readerKey, { ...declaration, ...asGet });

/** The path in Nest's notation. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Declares a GET outside the interface (pages, health, metrics): open to all, without a ResponseStatus. */
export const Page = (path: string): MethodDecorator => applyDecorators(Get(routeOf(path)), SetMetadata(pageKey, path));

/** Declares a POST of the form on a page: open to all, without a ResponseStatus. The handler reads the body itself. */
export const Form = (path: string): MethodDecorator =>
  applyDecorators(Post(routeOf(path)), HttpCode(200), SetMetadata(formKey, path));

/** The bound request record with its filters; always the handler's first parameter. */
export const Input: () => (target: object, name: string, index: 0) => void = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Bound<object> =>
    contextOf(execution.switchToHttp().getRequest()).input().request,
);

/** The list options of the query. */
export const ListQuery = createParamDecorator(
  (_: unknown, execution: ExecutionContext): ListOptions =>
    contextOf(execution.switchToHttp().getRequest()).input().options,
);
