import type { operations } from '../schema.js';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The request body of an operation, by its operationId. */
export type RequestOf<O extends keyof operations> = operations[O] extends { requestBody?: infer Body }
  ? Json<Body>
  : never;

/** The response of an operation, by its operationId. */
export type ResponseOf<O extends keyof operations> = Json<operations[O]['responses'][200]>;

/** A request that knows the type of its response: `IReturn` of @servicestack/client. */
export type Dto<O extends keyof operations> = RequestOf<O> & { createResponse(): ResponseOf<O>; getTypeName(): string };

/** The body of an operation for `postToUrl` and `putToUrl` of ServiceStack's JsonServiceClient. */
export function dto<O extends keyof operations>(operation: O, body: RequestOf<O>): Dto<O> {
  // The methods are in the prototype, so that JSON.stringify() writes only the body.
  const methods = { createResponse: () => ({}), getTypeName: () => operation };
  return Object.assign(Object.create(methods) as object, body);
}
