import { type Client, type ClientPathsWithMethod, type MethodResponse } from './openapi-fetch.js';
import type { components } from '../schema.js';
import { type Bytes } from './events.js';
import { querySerializer, type Filters, type paths } from './filters.js';
import { sessionIn, type Session, type SessionStore } from './session.js';
import { type OnProgress } from './upload.js';
export { querySerializer, sessionIn, type components, type Filters, type paths, type Session, type SessionStore };
/** Record types by name: `Schemas['Contact']` for responses, `Schemas['ContactInput']` for requests. */
export type Schemas = components['schemas'];
export type GetPath = ClientPathsWithMethod<Client<paths>, 'get'>;
export type ListPath = {
    [P in GetPath]: 'take' extends keyof NonNullable<Params<P>['query']> ? P : never;
}[GetPath];
export type Params<P extends GetPath> = paths[P]['get']['parameters'];
export type RecordOf<P extends GetPath> = ItemOf<MethodResponse<Client<paths>, 'get', P>>;
type ItemOf<A> = {
    [K in keyof A]: A[K] extends readonly (infer Item)[] ? Item : never;
}[keyof A];
type Answered<T> = {
    data?: T | undefined;
    error?: Schemas['Failure'] | undefined;
    response: Response;
};
/** A failed call. `answered` has the `response` and the received `error`. */
export declare class AgencyError extends Error {
    readonly answered: Answered<unknown>;
    constructor(answered: Answered<unknown>);
}
/**
 * apiKey: calls as the owner of the key, without a session. session: stores the tokens, by default in memory. silence:
 * milliseconds without data after which a queue reconnects (the service sends a comment every 15 s).
 */
export interface AgencyClientOptions {
    baseUrl: string;
    apiKey?: string;
    session?: SessionStore;
    silence?: number;
    fetch?: (request: Request) => Promise<Response>;
}
/**
 * dryRun: checks the file and writes nothing. idempotencyKey: give the key of the first try to retry an import; by
 * default each import has a new key.
 */
export interface ImportOptions {
    dryRun?: boolean;
    mode?: 'upsert' | 'insert' | 'update';
    onProgress?: OnProgress;
    idempotencyKey?: string;
    signal?: AbortSignal;
}
/** Adds token renewal, whole lists, CSV, queues and imports to the typed calls of openapi-fetch. */
export declare function createAgencyClient({ baseUrl, apiKey, session, ...options }: AgencyClientOptions): Client<paths, `${string}/${string}`> & {
    /** `fetch` with the credentials of the session, for responses that the typed calls do not read. */
    fetch: (request: Request) => Promise<Response>;
    signIn: (body: Schemas["SignInRequest"]) => Promise<void>;
    signOut: () => Promise<void>;
    /** All records of a list, read in pages of `take` records; by the key if it orders the list. */
    records: <P extends ListPath>(path: P, params: Params<P>) => AsyncGenerator<RecordOf<P>, void>;
    /** A list of any size as CSV. */
    csv: <P extends GetPath>(path: P, params: Params<P>) => Promise<Bytes>;
    /** Imports a file of CSV or NDJSON into a record set: the whole file, or nothing. */
    import(set: string, file: Blob, given?: ImportOptions): Promise<Schemas["ImportResponse"]>;
    /** A location's queue, now and after every change; reconnects after failures. */
    queue(LocationId: string, signal?: AbortSignal): AsyncGenerator<Schemas["QueueEntry"][], void>;
};
/** The data of a response; throws AgencyError if the call failed. */
export declare function dataFrom<T>(call: Promise<Answered<T>>): Promise<T>;
