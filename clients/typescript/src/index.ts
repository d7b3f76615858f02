import createClient, { type Client, type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
import type { components } from '../schema.js';
import { dataOf, Silence, type Bytes } from './events.js';
import { querySerializer, type Filters, type paths } from './filters.js';
import { pagesOf } from './pages.js';
import { oneTabAtATime, sessionIn, sessionInMemory, type Session, type SessionStore } from './session.js';
import { mediaTypeOf, newKey, upload, type OnProgress } from './upload.js';
export { querySerializer, sessionIn, type components, type Filters, type paths, type Session, type SessionStore };
/** Record types by name: `Schemas['Contact']` for responses, `Schemas['ContactInput']` for requests. */
export type Schemas = components['schemas'];
export type GetPath = ClientPathsWithMethod<Client<paths>, 'get'>;
export type ListPath = { [P in GetPath]: 'take' extends keyof NonNullable<Params<P>['query']> ? P : never }[GetPath];
export type Params<P extends GetPath> = paths[P]['get']['parameters'];
export type RecordOf<P extends GetPath> = ItemOf<MethodResponse<Client<paths>, 'get', P>>;
type ItemOf<A> = { [K in keyof A]: A[K] extends readonly (infer Item)[] ? Item : never }[keyof A];
type Answered<T> = { data?: T | undefined; error?: Schemas['Failure'] | undefined; response: Response };
/** A failed call. `answered` has the `response` and the received `error`. */
export class AgencyError extends Error {
  constructor(readonly answered: Answered<unknown>) {
    super(answered.error?.ResponseStatus.Message ?? `The service responded with ${answered.response.status}.`);
  }
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
export function createAgencyClient({ baseUrl, apiKey, session = sessionInMemory(), ...options }: AgencyClientOptions) {
  const { fetch = (request: Request) => globalThis.fetch(request), silence = 40_000 } = options;
  const open = createClient<paths>({ baseUrl, fetch });
  const isCurrent = (used: Session): boolean => session.get()?.RefreshToken === used.RefreshToken;
  const renew = async (used: Session): Promise<void> => {
    // Another tab may have renewed the session while this one waited.
    if (!isCurrent(used)) return;
    const { RefreshToken } = used;
    const { data, error, response } = await open.POST('/v1/Auth/Refresh', { body: { RefreshToken } });
    if (!data && response.status !== 401) throw new AgencyError({ error, response });
    if (data || isCurrent(used)) session.set(data);
  };
  let renewing: Promise<void> | undefined;
  const renewOnce = (used: Session): Promise<void> =>
    (renewing ??= oneTabAtATime(`agency ${baseUrl}`, () => renew(used)).finally(() => (renewing = undefined)));
  /** Calls with the credentials. Renews an expired token once for all calls; the others wait. */
  const called = async (call: (credentials: Record<string, string>) => Promise<Response>): Promise<Response> => {
    if (apiKey) return call({ 'X-Api-Key': apiKey });
    const bearer = (of?: Session) => call(of ? { Authorization: `Bearer ${of.BearerToken}` } : {});
    const used = session.get();
    const response = await bearer(used);
    if (response.status !== 401 || !used) return response;
    if (isCurrent(used)) await renewOnce(used);
    const next = session.get();
    if (!next) return response;
    await response.body?.cancel();
    return bearer(next);
  };
  const send = (request: Request): Promise<Response> =>
    called((credentials) => {
      const copy = request.clone();
      for (const [name, value] of Object.entries(credentials)) copy.headers.set(name, value);
      return fetch(copy);
    });
  const client = createClient<paths>({ baseUrl, fetch: send, querySerializer });
  const get = <T>(path: string, params: object, more: object = {}): Promise<T> =>
    dataFrom(client.GET(path as '/v1/Contacts', { params, ...more }) as Promise<Answered<T>>);
  return Object.assign(client, {
    /** `fetch` with the credentials of the session, for responses that the typed calls do not read. */
    fetch: send,
    signIn: (body: Schemas['SignInRequest']): Promise<void> =>
      dataFrom(open.POST('/v1/Auth/Login', { body })).then((next) => session.set(next)),
    signOut: (): Promise<void> => dataFrom(client.POST('/v1/Auth/Logout')).then(() => session.set(undefined)),
    /** All records of a list, read in pages of `take` records; by the key if it orders the list. */
    records: <P extends ListPath>(path: P, params: Params<P>): AsyncGenerator<RecordOf<P>, void> =>
      pagesOf(async (query) => {
        const answer = await get<object>(path, { ...params, query });
        return Object.values(answer).find(Array.isArray) as RecordOf<P>[];
      }, params.query ?? {}),
    /** A list of any size as CSV. */
    csv: <P extends GetPath>(path: P, params: Params<P>): Promise<Bytes> =>
      get(path, { ...params, query: { ...params.query, format: 'csv' } }, { parseAs: 'stream' }),
    /** Imports a file of CSV or NDJSON into a record set: the whole file, or nothing. */
    async import(set: string, file: Blob, given: ImportOptions = {}): Promise<Schemas['ImportResponse']> {
      const { onProgress = () => undefined, idempotencyKey = newKey(), signal, ...query } = given;
      const options = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const url = `${baseUrl.replace(/\/$/, '')}/v1/Sets/${encodeURIComponent(set)}?${options}`;
      const headers = { 'Content-Type': mediaTypeOf(file), 'Idempotency-Key': idempotencyKey };
      // Renews an expired token before the upload, which would be sent twice otherwise.
      if (!apiKey) await get('/v1/Auth/Me', {});
      const response = await called((credentials) =>
        upload({ url, headers: { ...headers, ...credentials }, file, onProgress, signal }, fetch),
      );
      const answer = (await response.json()) as Schemas['ImportResponse'];
      return dataFrom(Promise.resolve(response.ok ? { data: answer, response } : { error: answer, response }));
    },
    /** A location's queue, now and after every change; reconnects after failures. */
    async *queue(LocationId: string, signal?: AbortSignal): AsyncGenerator<Schemas['QueueEntry'][], void> {
      for (; ; await new Promise((resolve) => setTimeout(resolve, 2000))) {
        signal?.throwIfAborted();
        const heard = new Silence(silence, signal);
        const asked = { headers: { Accept: 'text/event-stream' }, parseAs: 'stream', signal: heard.signal };
        try {
          const stream = await get<Bytes>('/v1/CustomerCheckins/Queue/{LocationId}', { path: { LocationId } }, asked);
          for await (const data of dataOf(stream, heard)) yield (data as Schemas['QueueResponse']).Queue;
        } catch (error) {
          if (error instanceof AgencyError && error.answered.response.status < 429) throw error;
        } finally {
          heard.end();
        }
      }
    },
  });
}

/** The data of a response; throws AgencyError if the call failed. */
export async function dataFrom<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, ...others } = await call;
  if (data === undefined) throw new AgencyError(others);
  return data;
}
