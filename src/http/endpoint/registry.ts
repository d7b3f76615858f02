import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Class } from '../../record/field-types.js';
import { fieldOf, fieldsOf, listFieldOf } from '../../record/metadata.js';
import {
  nameAt,
  pathsOf,
  placeOf,
  verbs,
  type EndpointDeclaration,
  type ResourceDeclaration,
  type Verb,
} from './declaration.js';
import { endpointKey, pageKey, resourceKey } from './endpoint.js';
import { noValues, type Handler, type Operation, type PathMatch, type PathValues } from './operation.js';

interface Route extends PathMatch {
  readonly pattern: RegExp;
}

/** A request's path: the declared one that it is an instance of, and what stands for its placeholders. */
interface Matched {
  path: PathMatch;
  values: PathValues;
}

/** Every declared operation, and which path answers which verbs. */
@Injectable()
export class Registry implements OnModuleInit {
  readonly operations: Operation[] = [];
  private readonly ids = new Set<string>();
  private routes: Route[] = [];
  /** The routes by their first two segments, which hold no placeholder. */
  private readonly byHead = new Map<string, Route[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const pages: Route[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const resource = this.reflector.get<ResourceDeclaration | undefined>(resourceKey, metatype);
      const prototype = Object.getPrototypeOf(instance) as Record<string, Handler>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        const page = this.reflector.get<string | undefined>(pageKey, handler);
        if (page !== undefined) pages.push(route(page, new Map(), handler));
        const declaration = this.reflector.get<EndpointDeclaration | undefined>(endpointKey, handler);
        if (resource && declaration) this.add(name, resource, declaration, handler);
      }
    }
    this.operations.sort((a, b) => placeOf(a.resource) - placeOf(b.resource));
    this.routes = [...this.declaredRoutes(), ...pages];
    // A fixed name wins over a placeholder.
    for (const found of [...this.routes].sort((a, b) => (generality(a.template) < generality(b.template) ? -1 : 1))) {
      const head = headOf(found.template);
      this.byHead.set(head, [...(this.byHead.get(head) ?? []), found]);
    }
  }

  /** The declared path that a request path is an instance of, in any letter case, with or without a trailing slash. */
  match(path: string): Matched | undefined {
    for (const route of this.byHead.get(headOf(path)) ?? []) {
      const found = route.pattern.exec(path);
      if (found) return { path: route, values: found.groups ?? noValues };
    }
    return undefined;
  }

  /** Every declared path with its operations, in the order of the documentation. */
  paths(): readonly PathMatch[] {
    return this.routes.filter(({ operations }) => operations.size > 0);
  }

  private add(name: string, resource: ResourceDeclaration, declaration: EndpointDeclaration, handler: Handler): void {
    const paths = pathsOf(declaration);
    if (paths.length !== (declaration.also ?? []).length + 1)
      throw new Error(`${name} has a path without a name, or a name without a path.`);
    for (const { id } of paths.map((path) => nameAt(path, { name, declaration }))) {
      if (this.ids.has(id)) throw new Error(`Two operations are named ${id}.`);
      this.ids.add(id);
    }
    const hasStatus = fieldOf(declaration.response, 'ResponseStatus') !== undefined;
    // A bare record that holds a list (a role with its permissions) is one row of its own.
    const list = hasStatus || declaration.bare ? listFieldOf(declaration.response) : undefined;
    this.operations.push({
      name,
      resource,
      declaration,
      paths,
      access: declaration.access ?? resource.access,
      hasStatus,
      answersSecret: hasSecret(declaration.response),
      ...(list && { list: { ...list, record: list.type.item!.record!() } }),
      handler,
    });
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
    return [...byPath].map(([path, operations]) => route(path, operations));
  }
}

/** Whether a record, or one within it, has a secret that is sent; what is sealed is sent masked. */
function hasSecret(record: Class): boolean {
  return fieldsOf(record).some(({ type, options }) => {
    const within = type.record ?? type.item?.record;
    return (options.secret && !options.sealed) || (within !== undefined && hasSecret(within()));
  });
}

/** A text that sorts a path behind all that are more special. */
function generality(template: string): string {
  return template.toLowerCase().replaceAll(/\{\w+\}/g, '\uffff');
}

function route(template: string, operations: ReadonlyMap<Verb, Operation>, page?: Handler): Route {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const listed = page ? ['GET'] : verbs.filter((verb) => operations.has(verb));
  const allow = [...listed.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])), 'OPTIONS'];
  return {
    template,
    operations,
    page,
    pattern: new RegExp(`^${pattern}/?$`, 'i'),
    verbs: new Set(allow),
    allow: allow.join(', '),
  };
}

/** What no path has a placeholder in, in lower case: the first segment, and behind /v1 the next. */
function headOf(path: string): string {
  return (/^(?:\/v1)?\/[^/]*/i.exec(path)?.[0] ?? path).toLowerCase();
}
