import type { BoundWith } from '../../record/bind.js';
import type { Class } from '../../record/field-types.js';
import type { HandlerResult } from './handler-result.js';
import type { EndpointDeclaration, Paths } from './declaration.js';

type Declared = Paths & Pick<EndpointDeclaration, 'request' | 'query' | 'response'>;

type RequestOf<D> = D extends { request: Class<infer Request> } ? Request : object;
type FiltersOf<D> = D extends { query: Class<infer Filters> } ? Filters : object;
type FieldsOf<D> = RequestOf<D> & FiltersOf<D>;

/** Placeholder names of a path: `LineId` for `/Line/{LineId}`. */
type Placeholders<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

/** Names of the placeholders that both paths have. */
type PlaceholdersOf<D extends Declared> = Placeholders<D['path']> &
  (D extends { also: { path: infer Other } } ? Placeholders<Other> : string);

/**
 * The type of the parameter `@Input()`: the fields of the request record and the filters. A field whose placeholder
 * both paths have is never undefined.
 */
type InputOf<D extends Declared> = BoundWith<FieldsOf<D>, PlaceholdersOf<D> & keyof FieldsOf<D>>;

/** The handler's result: the response record without ResponseStatus, which the pipeline adds. */
type ResultOf<D extends Declared> = Omit<InstanceOf<D['response']>, 'ResponseStatus'>;
type InstanceOf<C> = C extends Class<infer Instance> ? Instance : never;

type FirstOf<H> = H extends (first: infer First, ...others: never[]) => unknown ? First : never;
type ReturnedBy<H> = H extends (...given: never[]) => infer Result ? RecordOf<Awaited<Result>> : never;
type RecordOf<Result> = Result extends HandlerResult<infer Record> ? Record : Result;

/** A field that the declaration lacks has the type `unknown`, so that the handler cannot use it. */
type HandlerInput<D extends Declared, H> = keyof FieldsOf<D> extends never
  ? never
  : InputOf<D> & { readonly [Name in Exclude<keyof FirstOf<H>, keyof FieldsOf<D>>]: unknown };

/** The type that a handler must return: the fields of the response record and no others. */
type Returned<D extends Declared, H> = ResultOf<D> & {
  readonly [Name in Exclude<keyof ReturnedBy<H>, keyof ResultOf<D>>]?: never;
};

/** The first parameter is the input, if the operation has fields to bind. Parameter decorators provide the others. */
type HandlerOf<D extends Declared, H> = (
  input: HandlerInput<D, H>,
  ...others: never[]
) => Result<Returned<D, H>> | Promise<Result<Returned<D, H>>>;

type Result<Record extends object> = Record | HandlerResult<Record>;

/** Decorates a method whose input and result have the types of the declared records. */
export type HandlerDecorator<D extends Declared> = <H extends HandlerOf<D, H>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/** Restricts field names in a declaration to fields of the request record. */
export interface RequestFields<D> {
  filters?: readonly (keyof RequestOf<D>)[];
}
