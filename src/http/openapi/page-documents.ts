import { Injectable } from '@nestjs/common';
import { NotFound } from '../../errors/errors.js';
import { OpenApi } from './openapi.js';

type Json = Record<string, unknown>;

interface Described extends Json {
  operationId: string;
  tags: [string];
  summary: string;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** A group with its operations, for the list that the page with Swagger UI shows first. */
export interface Listed {
  tag: string;
  /** `Group E2`, for example. */
  description: string;
  /** The heading above the group, if the group is the first one below that heading. */
  heading?: string;
  operations: readonly { verb: string; path: string; id: string; summary: string; isOpen: boolean }[];
}

/** The OpenAPI document in the parts that the service's own pages load. */
@Injectable()
export class PageDocuments {
  private whole?: Buffer;
  private texts?: Buffer;

  constructor(private readonly openApi: OpenApi) {}

  /**
   * The document for the pages, a third as long as the whole document. It omits code samples, which the pages do not
   * show; filters with a suffix, hundreds of which Swagger UI would show in the form of a list; and the events of
   * webhooks, which Swagger UI would show below the results of every search.
   */
  bytes(): Buffer {
    this.whole ??= Buffer.from(JSON.stringify(this.openApi.document(), forPages));
    return this.whole;
  }

  /** The document without operations. */
  frame(): Json {
    const { openapi, info, tags, 'x-tagGroups': groups, security, components } = this.openApi.document();
    const { securitySchemes } = components as Json;
    return { openapi, info, tags, 'x-tagGroups': groups, security, components: { securitySchemes } };
  }

  /** The descriptions of the operations by operationId, for the search. */
  bytesOfDescriptions(): Buffer {
    this.texts ??= Buffer.from(JSON.stringify(Object.fromEntries(this.operations().map(described))));
    return this.texts;
  }

  /** A document with one operation and the components that it refers to. Throws NotFound for an unknown `id`. */
  bytesOfOperation(id: string): Buffer {
    for (const [path, item] of Object.entries(this.paths()))
      for (const [verb, operation] of Object.entries(item))
        if (operation.operationId === id) {
          const { openapi } = this.openApi.document();
          const part = JSON.parse(JSON.stringify(operation, forPages)) as Json;
          const components = this.componentsOf(part);
          return Buffer.from(JSON.stringify({ openapi, paths: { [path]: { [verb]: part } }, components }));
        }
    throw new NotFound('This operation does not exist.');
  }

  /** All groups, in the order of the OpenAPI document. */
  groups(): Listed[] {
    const { tags, 'x-tagGroups': headings } = this.openApi.document() as {
      tags: { name: string; description: string }[];
      'x-tagGroups': { name: string; tags: string[] }[];
    };
    const operations = Object.entries(this.paths()).flatMap(([path, item]) =>
      Object.entries(item).map(([verb, { operationId: id, summary, security, tags: own }]) => {
        return { verb, path, id, summary, tag: own[0], isOpen: security !== undefined };
      }),
    );
    return tags.map(({ name: tag, description }) => ({
      tag,
      description,
      heading: headings.find(({ tags: [first] }) => first === tag)?.name,
      operations: operations.filter((operation) => operation.tag === tag),
    }));
  }

  private operations(): Described[] {
    return Object.values(this.paths()).flatMap((item) => Object.values(item));
  }

  private paths(): Paths {
    return this.openApi.document().paths as Paths;
  }

  /** The components that a part of the document refers to, directly or through other components. */
  private componentsOf(part: Json): Json {
    const all = this.openApi.document().components as Record<string, Json>;
    const components: Record<string, Json> = {};
    const take = (value: unknown): void => {
      for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
        components[kind] ??= {};
        if (name in components[kind]) continue;
        components[kind][name] = all[kind][name];
        take(components[kind][name]);
      }
    };
    take(part);
    return components;
  }
}

function described({ operationId, description }: Described): [id: string, description: unknown] {
  return [operationId, description];
}

/** A replacer for JSON.stringify that omits the parts which the comment of `PageDocuments.bytes` names. */
function forPages(key: string, value: unknown): unknown {
  if (key === 'x-codeSamples' || key === 'webhooks') return undefined;
  if (key !== 'parameters') return value;
  return Array.isArray(value) ? (value as Json[]).filter((parameter) => !('$ref' in parameter)) : undefined;
}
