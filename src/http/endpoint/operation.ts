import type { Class } from '../../record/field-types.js';
import type { Field } from '../../record/metadata.js';
import type { Access, EndpointDeclaration, ResourceDeclaration, Verb } from './declaration.js';

/** A controller's method. */
export type Handler = (...given: never[]) => unknown;

/** An operation as declared, with what follows from its declaration. */
export interface Operation {
  /** The handler's name, unique in the service: `listEventTypes`. */
  readonly name: string;
  readonly resource: ResourceDeclaration;
  readonly declaration: EndpointDeclaration;
  readonly paths: readonly string[];
  /** undefined: nobody may call it. */
  readonly access: Access | undefined;
  /** The list of records that the answer is about. */
  readonly list?: Field & { readonly record: Class };
  readonly hasStatus: boolean;
  /** A token, a key or a password is in the answer. */
  readonly answersSecret: boolean;
  readonly handler: Handler;
}

/** A declared path: an operation for each of its verbs, or a page. */
export interface PathMatch {
  readonly template: string;
  readonly operations: ReadonlyMap<Verb, Operation>;
  /** The handler of a page. */
  readonly page?: Handler;
  /** The path's verbs, and as `Allow` lists them. */
  readonly verbs: ReadonlySet<string>;
  readonly allow: string;
}

/** Values of a path's placeholders, as they were sent. */
export type PathValues = Readonly<Record<string, string>>;
export const noValues: PathValues = {};
