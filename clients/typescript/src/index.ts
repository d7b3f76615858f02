import createClient, { type Client, type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
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
type Bytes = NonNullable<Response['body']>;
type Answered<T> = { data?: T; error?: Schemas['Failure']; response: Response };
/** A call that the service refused, or could not answer; `answered` has its `response` and the `error` as it came. */
export class AgencyError extends Error {
  constructor(readonly answered: Answered<unknown>) {
    super(answered.error?.ResponseStatus.Message ?? `The service answered ${answered.response.status}.`);
  }
}
/** apiKey: calls as its user, without signing in; onSession: told of every new pair of tokens, and of the end. */
export interface AgencyClientOptions {
  baseUrl: string;
  apiKey?: string;
  session?: Session | undefined;
  onSession?: (session: Session | undefined) => void;
  fetch?: (request: Request) => Promise<Response>;
}
/** The typed calls of openapi-fetch, and what takes more than one of them. */
export function createAgencyClient({ baseUrl, apiKey, session, ...options }: AgencyClientOptions) {
  const { fetch = (request) => globalThis.fetch(request), onSession = () => undefined } = options;
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
      const asked = { headers: { Accept: 'text/event-stream' }, parseAs: 'stream', signal };
      for (; ; await new Promise((resolve) => setTimeout(resolve, 2000)))
        try {
          yield* queues(await get('/v1/CustomerCheckins/Queue/{LocationId}', { path: { LocationId } }, asked));
        } catch (error) {
          if (signal?.aborted || (error instanceof AgencyError && error.answered.response.status < 429)) throw error;
        }
    },
  };
}

async function taken<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, ...others } = await call;
  if (data === undefined) throw new AgencyError(others);
  return data;
}

/** The queues of server-sent events, until the stream ends. */
async function* queues(stream: Bytes): AsyncGenerator<Schemas['QueueEntry'][], void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.startsWith('data: ')))
      yield (JSON.parse(line.slice(6)) as Schemas['QueueResponse']).Queue;
  }
}
