import createClient, { type Client, type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
import type { components } from '../schema.js';
import { credentialed } from './credentials.js';
import { AgencyError, dataFrom, withFailure, type Answered } from './errors.js';
import type { Bytes } from './events.js';
import { bodySerializer, mediaTypeOf, nameIn, newKey, upload, type Upload } from './files.js';
import { querySerializer, type Filters, type paths } from './filters.js';
import type { AgencyClientOptions, ImportFileOptions, ImportOptions, UploadOptions } from './options.js';
import { pagesOf } from './pages.js';
import { queueOf, type QueueState } from './queue.js';
import { sessionIn, sessionInMemory, type Session, type SessionStore } from './session.js';
export { inOneTab, type Followed } from './one-tab.js';
export { ifSet, isSet } from './unset.js';
export { AgencyError, dataFrom, querySerializer, sessionIn };
export type { AgencyClientOptions, ImportFileOptions, ImportOptions, UploadOptions } from './options.js';
export type { components, Filters, paths, QueueState, Session, SessionStore };
/** Record types by name: `Schemas['Contact']` for responses, `Schemas['ContactInput']` for requests. */
export type Schemas = components['schemas'];
export type GetPath = ClientPathsWithMethod<Client<paths>, 'get'>;
export type ListPath = { [P in GetPath]: 'take' extends keyof NonNullable<Params<P>['query']> ? P : never }[GetPath];
export type Params<P extends GetPath> = paths[P]['get']['parameters'];
export type RecordOf<P extends GetPath> = ItemOf<MethodResponse<Client<paths>, 'get', P>>;
type ItemOf<A> = { [K in keyof A]: A[K] extends readonly (infer Item)[] ? Item : never }[keyof A];
type Posted = Omit<Upload, 'url'> & { query: object };
const binary = { 'Content-Type': 'application/octet-stream' };
const nameOf = (file: Blob): string | undefined => ('name' in file ? String(file.name) : undefined);
/** Adds token renewal, whole lists, CSV, queues, files and imports to the typed calls of openapi-fetch. */
export function createAgencyClient({ baseUrl, apiKey, session = sessionInMemory(), ...options }: AgencyClientOptions) {
  const { onSessionEnd, silence = 40_000, queueWhileHidden: whileHidden = false } = options;
  const fetch = async (request: Request): Promise<Response> =>
    withFailure(await (options.fetch ?? globalThis.fetch)(request));
  const open = createClient<paths>({ baseUrl, fetch });
  const called = credentialed(open, { baseUrl, apiKey, session, onSessionEnd });
  const send = (request: Request): Promise<Response> =>
    called((credentials) => {
      const copy = request.clone();
      for (const [name, value] of Object.entries(credentials)) copy.headers.set(name, value);
      return fetch(copy);
    });
  const client = createClient<paths>({ baseUrl, fetch: send, querySerializer, bodySerializer });
  const ask = <T>(path: string, params: object, more: object = {}): Promise<Answered<T>> =>
    client.GET(path as '/v1/Contacts', { params, ...more }) as Promise<Answered<T>>;
  const get = <T>(...asked: Parameters<typeof ask>): Promise<T> => dataFrom(ask<T>(...asked));
  const download = async <P extends GetPath>(path: P, params: Params<P>, signal?: AbortSignal): Promise<File> => {
    const call = ask<Blob>(path, params, { parseAs: 'blob', signal });
    const blob = await dataFrom(call);
    return new File([blob], nameIn((await call).response), { type: blob.type });
  };
  /** Posts a file. Renews an expired token before, because the file would be sent twice otherwise. */
  const post = async <T>(path: string, { query, ...sent }: Posted): Promise<T> => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const options = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const url = `${baseUrl.replace(/\/$/, '')}${path}?${options}`;
    if (!apiKey) await get('/v1/Auth/Me', {});
    const response = await called((credentials) =>
      upload({ ...sent, url, headers: { ...sent.headers, ...credentials } }, fetch),
    );
    const answer = (await response.json()) as T & Schemas['Failure'];
    return dataFrom<T>(Promise.resolve(response.ok ? { data: answer, response } : { error: answer, response }));
  };
  return Object.assign(client, {
    /** `fetch` with the credentials of the session, for responses that the typed calls do not read. */
    fetch: send,
    signIn: (body: Schemas['SignInRequest']): Promise<void> =>
      dataFrom(open.POST('/v1/Auth/Login', { body })).then((next) => session.set(next)),
    /** Ends the session, also one that has ended already. */
    async signOut(): Promise<void> {
      const { error, response } = await client.POST('/v1/Auth/Logout');
      if (!response.ok && response.status !== 401) throw new AgencyError({ error, response });
      session.set(undefined);
    },
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
    import(set: string, file: Blob, given: ImportOptions = {}): Promise<Schemas['ImportResponse']> {
      const { onProgress, idempotencyKey = newKey(), signal, ...query } = given;
      const headers = { 'Content-Type': mediaTypeOf(file), 'Idempotency-Key': idempotencyKey };
      return post(`/v1/Sets/${encodeURIComponent(set)}`, { query, headers, file, onProgress, signal });
    },
    /** Uploads a file to import, CSV or a workbook, and returns its preview. POST …/Run then imports it. */
    async previewImport(file: File | Blob, given: ImportFileOptions = {}): Promise<Schemas['ListedImport']> {
      const { Map, FileName = nameOf(file), idempotencyKey = newKey(), onProgress, signal, ...others } = given;
      const query = { ...others, FileName, Map: Map && JSON.stringify(Map) };
      const headers = { ...binary, 'Idempotency-Key': idempotencyKey };
      const sent = { query, headers, file, onProgress, signal };
      return (await post<Schemas['ImportsResponse']>('/v1/Imports', sent)).Imports[0]!;
    },
    /** Uploads a file, whose AttachmentId a document or an image then names. FileName: by default that of the file. */
    async uploadFile(file: File | Blob, given: UploadOptions = {}): Promise<Schemas['AttachedFile']> {
      const { FileName = nameOf(file), ...others } = given;
      const sent = { query: { FileName }, headers: binary, file, ...others };
      return (await post<Schemas['FilesResponse']>('/v1/Files', sent)).Files[0]!;
    },
    /** A response as a file with its name and type: a list with `{ query: { format: 'xlsx' } }`. */
    download,
    /** Downloads a file with its name and type. */
    downloadFile: (AttachmentId: string, signal?: AbortSignal): Promise<File> =>
      download('/v1/Files/{AttachmentId}', { path: { AttachmentId } }, signal),
    /** A location's queue, now and after every change, until `signal` aborts; pauses while the tab is hidden. */
    queue: (LocationId: string, signal?: AbortSignal, onState?: (state: QueueState) => void) => {
      const asked = { headers: { Accept: 'text/event-stream' }, parseAs: 'stream' };
      const connect = (heard: AbortSignal): Promise<Bytes> =>
        get('/v1/CustomerCheckins/Queue/{LocationId}', { path: { LocationId } }, { ...asked, signal: heard });
      return queueOf(connect, { silence, whileHidden, signal, onState });
    },
  });
}
