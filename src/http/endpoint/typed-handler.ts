import type { BoundWith } from '../../record/bind.js';
import type { Class } from '../../record/field-types.js';
import type { EndpointDeclaration } from './declaration.js';

type RequestOf<D> = D extends { request: Class<infer Request> } ? Request : object;
type FiltersOf<D> = D extends { query: Class<infer Filters> } ? Filters : object;
type FieldsOf<D> = RequestOf<D> & FiltersOf<D>;

/** Names of a path's placeholders: `/Line/{LineId}` has `LineId`. */
type Placeholders<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

/** The placeholders that every one of the paths has. */
type SharedPlaceholders<Paths> = Paths extends readonly [infer First, ...infer Rest]
  ? Rest extends readonly []
    ? Placeholders<First>
    : Placeholders<First> & SharedPlaceholders<Rest>
  : Placeholders<Paths>;

type PlaceholdersOf<D extends EndpointDeclaration> = SharedPlaceholders<D['path']>;

/** What `@Input()` gives: fields of the request record and the filters; those of the path are always there. */
type InputOf<D extends EndpointDeclaration> = BoundWith<FieldsOf<D>, PlaceholdersOf<D> & keyof FieldsOf<D>>;

/** What the handler answers: the response record, whose ResponseStatus is the pipeline's. */
type ResultOf<D extends EndpointDeclaration> = Omit<InstanceOf<D['response']>, 'ResponseStatus'>;
type InstanceOf<C> = C extends Class<infer Instance> ? Instance : never;

type FirstOf<H> = H extends (first: infer First, ...others: never[]) => unknown ? First : never;
type AnswerOf<H> = H extends (...given: never[]) => infer Result ? Awaited<Result> : never;

/** The given fields, and those beyond them that the handler declares: of no type that it could use. */
type Given<D extends EndpointDeclaration, H> = keyof FieldsOf<D> extends never
  ? never
  : InputOf<D> & { readonly [Name in Exclude<keyof FirstOf<H>, keyof FieldsOf<D>>]: unknown };

/** The declared fields and no others. */
type Answered<D extends EndpointDeclaration, H> = ResultOf<D> & {
  readonly [Name in Exclude<keyof AnswerOf<H>, keyof ResultOf<D>>]?: never;
};

/**
 * Takes the input first, where the operation has one; what else it takes is for its own parameter decorators to give.
 */
type HandlerOf<D extends EndpointDeclaration, H> = (
  input: Given<D, H>,
  ...others: never[]
) => Answered<D, H> | Promise<Answered<D, H>>;

/** Decorates a method whose input and answer are those of the declared records. */
export type HandlerDecorator<D extends EndpointDeclaration> = <H extends HandlerOf<D, H>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/** What a declaration says of its request record's fields names such fields. */
export interface RequestFields<D> {
  filters?: readonly (keyof RequestOf<D>)[];
}
