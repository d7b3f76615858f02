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
import { pathsOf, type Access, type EndpointDeclaration, type Group, type Paths } from './declaration.js';
import type { BoundInput } from './binder.js';
import { currentRequest, type HandlerSource, type RunOnce } from './request-context.js';
import type { RoleName } from './roles.js';
import type { HandlerDecorator, RequestFields } from './typed-handler.js';

export const roles = (...names: RoleName[]): Access => names;
export const authenticated: Access = 'authenticated';
export const open: Access = 'open';

export const groupKey = 'agency:group';
export const endpointKey = 'agency:endpoint';
export const pageKey = 'agency:page';
/** Whether a page is for signed-in callers only. */
export const signedInKey = 'agency:signed-in';
export const formKey = 'agency:form';
export const readerKey = 'agency:reader';

/** Marks a class as a controller. Its operations belong to the group, unless they declare another one. */
export const Resource = (group: Group): ClassDecorator => applyDecorators(Controller(), SetMetadata(groupKey, group));

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

type ReaderDeclaration = Paths & Pick<EndpointDeclaration, 'request' | 'response'>;
/** The service treats a `@Reader` as a GET. */
const asGet = { verb: 'GET', summary: '' } as const;

/**
 * Marks the method that locks and reads the record of a path without a GET, so that the writes of the path accept
 * If-Match. Clients cannot call the method. Its `response` is the response record of the writes.
 */
export const Reader = <const D extends ReaderDeclaration>(declaration: D): HandlerDecorator<D> =>
  SetMetadata(readerKey, { ...declaration, ...asGet });

/** Converts the placeholders of a path to Nest's notation: `{Id}` to `:Id`. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Declares the GET of a page, of health or of metrics. Everyone may call it, or each authenticated caller (`signedIn`).
 * Its response has no ResponseStatus.
 */
export const Page = (path: string, { signedIn = false } = {}): MethodDecorator =>
  applyDecorators(Get(routeOf(path)), SetMetadata(pageKey, path), SetMetadata(signedInKey, signedIn));

/**
 * Declares the POST of a page's form. Everyone may call it; its response has no ResponseStatus, and the handler reads
 * the body itself.
 */
export const Form = (path: string): MethodDecorator =>
  applyDecorators(Post(routeOf(path)), HttpCode(200), SetMetadata(formKey, path));

/** Injects the bound request record and filters into the handler's first parameter. */
export const Input: () => (target: object, name: string, index: 0) => void = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Bound<object> => inputOf(execution).record,
);

export const ListQuery = createParamDecorator(
  (_: unknown, execution: ExecutionContext): ListOptions => inputOf(execution).options,
);

/** Injects the function that runs the only transaction of an operation with `transaction: 'once'`. */
export const Once = createParamDecorator((): RunOnce => currentRequest().once!);

function inputOf(execution: ExecutionContext): BoundInput {
  return execution.switchToHttp().getRequest<HandlerSource>().input!;
}
