import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Class } from '../../record/field-types.js';
import { fieldOf, fieldsOf, listFieldOf } from '../../record/metadata.js';
import { isBareList } from '../../record/response-status.js';
import { nameAt, pathsOf, placeOf, verbs, type EndpointDeclaration, type Group, type Verb } from './declaration.js';
import { endpointKey, formKey, groupKey, pageKey, readerKey } from './endpoint.js';
import type { Handler, Operation, PathMatch } from './operation.js';

type Stated = Pick<Operation, 'name' | 'group' | 'declaration' | 'handler' | 'controller'>;

interface Route extends PathMatch {
  readonly pattern: RegExp;
}

type Pages = Pick<PathMatch, 'page' | 'form'>;

const withoutEndpoint =
  'is a route without a declared access: use @Endpoint instead of @Get, @Post and so on (docs/add-an-endpoint.md)';
const withoutGroup = 'belongs to no group: use @Resource instead of @Controller, or state its `group`';

/** All declared operations, by path and verb. */
@Injectable()
export class Registry implements OnModuleInit {
  readonly operations: Operation[] = [];
  private readonly ids = new Set<string>();
  /** The methods declared by `@Reader`, by path. */
  private readonly readers = new Map<string, Operation>();
  private routes: Route[] = [];
  /**
   * The routes by the fixed ones of their first two segments. Those with fixed segments come before placeholders,
   * because the first route that matches is taken.
   */
  private readonly byHead = new Map<string, Route[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const pages = new Map<string, Pages>();
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const ofClass = this.reflector.get<Group | undefined>(groupKey, metatype);
      const prototype = Object.getPrototypeOf(instance) as Record<string, Handler>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        const page = this.reflector.get<string | undefined>(pageKey, handler);
        const form = this.reflector.get<string | undefined>(formKey, handler);
        if (page !== undefined) pages.set(page, { ...pages.get(page), page: handler });
        if (form !== undefined) pages.set(form, { ...pages.get(form), form: handler });
        const declaration = this.reflector.get<EndpointDeclaration | undefined>(endpointKey, handler);
        const group = declaration?.group ?? ofClass;
        const controller = instance as object;
        const routed = this.reflector.get<unknown>(PATH_METADATA, handler) !== undefined;
        if (page === undefined && form === undefined && routed && !(group && declaration))
          throw new Error(`${metatype.name}.${name} ${declaration ? withoutGroup : withoutEndpoint}.`);
        if (group && declaration) this.add({ name, group, declaration, handler, controller });
        const read = this.reflector.get<EndpointDeclaration | undefined>(readerKey, handler);
        const reader = group && read && operationOf({ name, group, declaration: read, handler, controller });
        for (const path of reader?.paths ?? []) this.readers.set(path, reader!);
      }
    }
    this.operations.sort((a, b) => placeOf(a.group) - placeOf(b.group));
    this.routes = [...this.declaredRoutes(), ...[...pages].map(([path, handlers]) => route(path, new Map(), handlers))];
    for (const one of [...this.routes].sort((a, b) => (generality(a.template) < generality(b.template) ? -1 : 1))) {
      const [head] = headsOf(one.template.replace(/\/[^/]*\{.*/, ''));
      this.byHead.set(head, [...(this.byHead.get(head) ?? []), one]);
    }
  }

  /** Finds the route of a path. Ignores letter case and a trailing slash. */
  match(path: string): PathMatch | undefined {
    for (const head of headsOf(path)) {
      const found = this.byHead.get(head)?.find(({ pattern }) => pattern.test(path));
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a path of the service begins with the first part of `path`, such as /v1. */
  hasFirstPartOf(path: string): boolean {
    const firstPart = (of: string): string => of.toLowerCase().split('/')[1];
    return this.routes.some(({ template }) => firstPart(template) === firstPart(path));
  }

  /** All paths of operations, in the order of the documentation. */
  paths(): readonly PathMatch[] {
    return this.routes.filter(({ operations }) => operations.size > 0);
  }

  private add(stated: Stated): void {
    const { name, declaration } = stated;
    for (const { id } of pathsOf(declaration).map((path) => nameAt(path, { name, declaration }))) {
      if (this.ids.has(id)) throw new Error(`Two operations are named ${id}.`);
      this.ids.add(id);
    }
    this.operations.push(operationOf(stated));
  }

  private declaredRoutes(): Route[] {
    const byPath = new Map<string, Map<Verb, Operation>>();
    for (const operation of this.operations)
      for (const path of operation.paths) {
        const operations = byPath.get(path) ?? new Map<Verb, Operation>();
        if (operations.has(operation.declaration.verb))
          throw new Error(`${operation.declaration.verb} ${path} is declared twice.`);
        byPath.set(path, operations.set(operation.declaration.verb, operation));
      }
    for (const path of this.readers.keys())
      if (byPath.get(path)?.has('GET') ?? true)
        throw new Error(`${path} has a reader: it must have writes and no GET.`);
    const routes = [...byPath].map(([path, operations]) => route(path, operations, { reader: this.readers.get(path) }));
    return routes.map((one) => ({
      ...one,
      below: recordAbove(one.template, routes),
      member: routes.find(({ reader, template }) => reader && isMember(template, one.template)),
    }));
  }
}

function operationOf(stated: Stated): Operation {
  const { declaration, group } = stated;
  const { response } = declaration;
  const hasStatus = fieldOf(response, 'ResponseStatus') !== undefined;
  const isBare = isBareList(response);
  // A record without ResponseStatus that contains a list, such as a role with its permissions, is one row in CSV.
  const list = hasStatus || isBare ? listFieldOf(response) : undefined;
  return {
    ...stated,
    paths: pathsOf(declaration),
    access: declaration.access ?? group.access,
    hasStatus,
    isBare,
    showsSecret: hasSecret(response),
    ...(list && { list: { ...list, record: list.type.item!.record!() } }),
  };
}

/** Whether a response record contains a secret. An encrypted field does not count, because its value is sent masked. */
function hasSecret(record: Class): boolean {
  return fieldsOf(record).some(({ type, options }) => {
    const within = type.record ?? type.item?.record;
    return (options.secret && !options.encrypted) || (within !== undefined && hasSecret(within()));
  });
}

/** The nearest path above that names one record and can be read, so that If-Match is compared with it. */
function recordAbove(template: string, routes: readonly Route[]): Route | undefined {
  return routes
    .filter((one) => one.reader && one.template.endsWith('}') && template.startsWith(`${one.template}/`))
    .sort((a, b) => b.template.length - a.template.length)
    .at(0);
}

/** Whether the path `template` is that of one record of the list at `list`. */
function isMember(template: string, list: string): boolean {
  return template.startsWith(`${list}/`) && /^\{\w+\}$/.test(template.slice(list.length + 1));
}

/** The first two segments of a path, and the first one alone, in lower case. */
function headsOf(path: string): [string, string] {
  const [, first = '', second = ''] = path.toLowerCase().split('/', 3);
  return [second === '' ? first : `${first}/${second}`, first];
}

/** Sort key that puts a path after all paths that are more specific. */
function generality(template: string): string {
  return template.toLowerCase().replaceAll(/\{\w+\}/g, '\uffff');
}

function route(
  template: string,
  operations: ReadonlyMap<Verb, Operation>,
  { page, form, reader }: Pages & Pick<PathMatch, 'reader'>,
): Route {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  const ofPages: Verb[] = [...(page ? (['GET'] as const) : []), ...(form ? (['POST'] as const) : [])];
  const listed = ofPages.length > 0 ? ofPages : verbs.filter((verb) => operations.has(verb));
  const allow = [...listed.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])), 'OPTIONS'];
  const row = rowOf(template, operations);
  return {
    template,
    operations,
    page,
    form,
    row,
    reader: row ? operations.get('GET') : reader,
    pattern: new RegExp(`^${pattern}/?$`, 'i'),
    verbs: new Set(allow),
    allow: allow.join(', '),
  };
}

/** The entity of the record that the path identifies, if its GET declares one. */
function rowOf(template: string, operations: ReadonlyMap<Verb, Operation>): Class | undefined {
  const tagged = operations.get('GET')?.declaration.etag;
  if (tagged === true && operations.size > 1 && template.endsWith('}'))
    throw new Error(`${template} has writes: declare the record's entity as etag of its GET, for If-Match.`);
  return typeof tagged === 'function' ? tagged : undefined;
}
