import createClient, { type Client, type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
import { dataOf, Silence, type Bytes } from './events.js';
import type { components, paths } from './schema.js';
export type { components, paths };
/** The records by name: `Schemas['Contact']` as it is answered, `Schemas['ContactInput']` as it is sent. */
export type Schemas = components['schemas'];
export type Session = Schemas['SignInResponse'];
export type GetPath = ClientPathsWithMethod<Client<paths>, 'get'>;
export type ListPath = { [P in GetPath]: 'take' extends keyof NonNullable<Params<P>['query']> ? P : never }[GetPath];
export type Params<P extends GetPath> = paths[P]['get']['parameters'];
export type RecordOf<P extends GetPath> = ItemOf<MethodResponse<Client<paths>, 'get', P>>;
type ItemOf<A> = { [K in keyof A]: A[K] extends readonly (infer Item)[] ? Item : never }[keyof A];
type Answered<T> = { data?: T; error?: Schemas['Failure']; response: Response };
/** A call that the service refused, or could not answer; `answered` has its `response` and the `error` as it came. */
export class AgencyError extends Error {
  constructor(readonly answered: Answered<unknown>) {
    super(answered.error?.ResponseStatus.Message ?? `The service answered ${answered.response.status}.`);
  }
}
/**
 * apiKey: calls as its user, without signing in; onSession: told of every new pair of tokens, and of the end; silence:
 * milliseconds without a word of the service, which says one every 15 s, after which a queue is connected again.
 */
export interface AgencyClientOptions {
  baseUrl: string;
  apiKey?: string;
  session?: Session | undefined;
  onSession?: (session: Session | undefined) => void;
  silence?: number;
  fetch?: (request: Request) => Promise<Response>;
}
/** The typed calls of openapi-fetch, and what takes more than one of them. */
export function createAgencyClient({ baseUrl, apiKey, session, ...options }: AgencyClientOptions) {
  const { fetch = (request) => globalThis.fetch(request), onSession = () => undefined, silence = 40_000 } = options;
  const open = createClient<paths>({ baseUrl, fetch });
  const keep = (next?: Session): void => onSession((session = next));
  let renewing: Promise<void> | undefined;
  const renew = async ({ RefreshToken }: Session): Promise<void> => {
    const { data, error, response } = await open.POST('/v1/Auth/Refresh', { body: { RefreshToken } });
    if (!data && response.status !== 401) throw new AgencyError({ error, response });
    keep(data);
  };
  const send = (request: Request): Promise<Response> => {
    if (apiKey) request.headers.set('X-Api-Key', apiKey);
    else if (session) request.headers.set('Authorization', `Bearer ${session.BearerToken}`);
    return fetch(request);
  };
  /** Of all calls that meet an expired token, the first renews it while the others wait. */
  const sendRenewed = async (request: Request): Promise<Response> => {
    const [again, used] = [request.clone(), session];
    const response = await send(request);
    if (response.status !== 401 || !used) return response;
    if (session === used) await (renewing ??= renew(used).finally(() => (renewing = undefined)));
    if (session) await response.body?.cancel();
    return session ? send(again) : response;
  };
  const client = createClient<paths>({ baseUrl, fetch: sendRenewed });
  const get = <T>(path: string, params: object, more: object = {}): Promise<T> =>
    taken(client.GET(path as '/v1/Contacts', { params, ...more }) as Promise<Answered<T>>);
  return {
    ...client,
    signIn: (body: Schemas['SignInRequest']): Promise<void> => taken(open.POST('/v1/Auth/Login', { body })).then(keep),
    signOut: (): Promise<void> => taken(client.POST('/v1/Auth/Logout')).then(() => keep()),
    /** Every record of a list, read in pages of `take` records. */
    async *records<P extends ListPath>(path: P, params: Params<P>): AsyncGenerator<RecordOf<P>, void> {
      const { take = 500, skip: first = 0, ...others } = { ...params.query } as { take?: number; skip?: number };
      for (let skip = first, page: RecordOf<P>[] | undefined; !page || page.length === take; skip += take) {
        const answer = await get<object>(path, { ...params, query: { ...others, skip, take } });
        yield* (page = Object.values(answer).find(Array.isArray) as RecordOf<P>[]);
      }
    },
    /** An answer of any size as CSV. */
    csv: <P extends GetPath>(path: P, params: Params<P>): Promise<Bytes> =>
      get(path, { ...params, query: { ...params.query, format: 'csv' } }, { parseAs: 'stream' }),
    /** A location's queue now and after every change, whatever breaks in between. */
    async *queue(LocationId: string, signal?: AbortSignal): AsyncGenerator<Schemas['QueueEntry'][], void> {
      for (; ; await new Promise((resolve) => setTimeout(resolve, 2000))) {
        const heard = new Silence(silence, signal);
        const asked = { headers: { Accept: 'text/event-stream' }, parseAs: 'stream', signal: heard.signal };
        try {
          const stream = await get<Bytes>('/v1/CustomerCheckins/Queue/{LocationId}', { path: { LocationId } }, asked);
          for await (const data of dataOf(stream, heard)) yield (data as Schemas['QueueResponse']).Queue;
        } catch (error) {
          if (signal?.aborted || (error instanceof AgencyError && error.answered.response.status < 429)) throw error;
        } finally {
          heard.end();
        }
      }
    },
  };
}

async function taken<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, ...others } = await call;
  if (data === undefined) throw new AgencyError(others);
  return data;
}
