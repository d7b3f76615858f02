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
import type { Class } from '../../record/field-types.js';
import type { ListOptions } from '../../record/list-options.js';
import type { Bound } from '../../record/bind.js';
import type { ServiceError } from '../../errors/errors.js';
import { contextOf } from './request-context.js';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
export const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];

export type RoleName = 'Worker' | 'Agent' | 'Administrator';
export const roleNames: readonly RoleName[] = ['Worker', 'Agent', 'Administrator'];

/** Who may call: callers with one of the roles, any authenticated caller, or anybody. */
export type Access = readonly RoleName[] | 'authenticated' | 'open';
export const roles = (...names: RoleName[]): Access => names;
export const authenticated: Access = 'authenticated';
export const open: Access = 'open';

export interface ResourceDeclaration {
  /** Short name: the group's tag in OpenAPI. */
  name: string;
  /** What the group is, in a few words. */
  title: string;
  /** Place of the group in the documentation. */
  order: number;
  /** Who may call its operations, unless one says otherwise. */
  access?: Access;
}

type ErrorClass = abstract new (...given: never[]) => ServiceError;

export interface EndpointDeclaration {
  verb: Verb;
  /** One path or several that share the operation; placeholders as `{Name}`. */
  path: string | readonly string[];
  access?: Access;
  /** The record that path, query and body fill. */
  request?: Class;
  /** The record of further query values: the operation's filters. */
  query?: Class;
  /** Fields of the request record that filter too, when the query gives them. */
  filters?: readonly string[];
  /** The record of the answer. Its list of records, if it has one, is the CSV. */
  response: Class;
  summary: string;
  description?: string;
  /** The failures beyond those that every operation of its kind can answer. */
  errors?: readonly ErrorClass[];
  /** The JSON answer is the response record's list alone, without list options. */
  bare?: boolean;
  /** The answer carries a weak ETag. */
  etag?: boolean;
  /** The list options count here; true wherever the answer has a ResponseStatus and a list. */
  listOptions?: boolean;
  /** false: the operation opens its own transactions, if any. */
  transaction?: boolean;
  /** The body's `ApiKey` is a credential here. */
  bodyApiKey?: boolean;
  /** Fields that a failed answer has beside its ResponseStatus. */
  failure?: Readonly<Record<string, unknown>>;
  /** A request body that succeeds on demo data. */
  example?: unknown;
}

export const resourceKey = 'agency:resource';
export const endpointKey = 'agency:endpoint';
export const pageKey = 'agency:page';

/** A controller whose operations form one group of the interface. */
export const Resource = (declaration: ResourceDeclaration): ClassDecorator =>
  applyDecorators(Controller(), SetMetadata(resourceKey, declaration));

/** One operation, stated once: routing, access, binding, verbs, documentation and permissions follow from it. */
export const Endpoint = (declaration: EndpointDeclaration): MethodDecorator => {
  const route = { GET: Get, POST: Post, PUT: Put, DELETE: Delete }[declaration.verb];
  const paths = pathsOf(declaration).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  return applyDecorators(route(paths), HttpCode(200), SetMetadata(endpointKey, declaration));
};

/** A GET for people and machines around the interface (pages, health, metrics): open, and not wrapped. */
export const Page = (path: string): MethodDecorator => applyDecorators(Get(path), SetMetadata(pageKey, path));

export function pathsOf({ path }: Pick<EndpointDeclaration, 'path'>): readonly string[] {
  return typeof path === 'string' ? [path] : path;
}

/** The bound request record, filters included. */
export const Input = createParamDecorator(
  (_: unknown, context: ExecutionContext): Bound<object> =>
    contextOf(context.switchToHttp().getRequest()).input().request,
);

/** The list options of the call. */
export const ListQuery = createParamDecorator(
  (_: unknown, context: ExecutionContext): ListOptions =>
    contextOf(context.switchToHttp().getRequest()).input().options,
);

const metaKey = Symbol('Meta');

/** An answer with entries for ResponseStatus.Meta. */
export function withMeta<T extends object>(answer: T, meta: Record<string, string>): T {
  return Object.assign(answer, { [metaKey]: meta });
}

export function metaOf(answer: object): Record<string, string> {
  return (answer as { [metaKey]?: Record<string, string> })[metaKey] ?? {};
}
