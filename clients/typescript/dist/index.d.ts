import { type Client, type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
import type { components } from '../schema.js';
import { AgencyError, dataFrom } from './errors.js';
import type { Bytes } from './events.js';
import { querySerializer, type Filters, type paths } from './filters.js';
import type { AgencyClientOptions, ImportFileOptions, ImportOptions, UploadOptions } from './options.js';
import { type QueueState } from './queue.js';
import { sessionIn, type Session, type SessionStore } from './session.js';
export { inOneTab, type Followed } from './one-tab.js';
export { ifSet, isSet } from './unset.js';
export { AgencyError, dataFrom, querySerializer, sessionIn };
export type { AgencyClientOptions, ImportFileOptions, ImportOptions, UploadOptions } from './options.js';
export type { components, Filters, paths, QueueState, Session, SessionStore };
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
/** Adds token renewal, whole lists, CSV, queues, files and imports to the typed calls of openapi-fetch. */
export declare function createAgencyClient({ baseUrl, apiKey, session, ...options }: AgencyClientOptions): Client<paths, `${string}/${string}`> & {
    /** `fetch` with the credentials of the session, for responses that the typed calls do not read. */
    fetch: (request: Request) => Promise<Response>;
    signIn: (body: Schemas["SignInRequest"]) => Promise<void>;
    /** Ends the session, also one that has ended already. */
    signOut(): Promise<void>;
    /** All records of a list, read in pages of `take` records; by the key if it orders the list. */
    records: <P extends ListPath>(path: P, params: Params<P>) => AsyncGenerator<RecordOf<P>, void>;
    /** A list of any size as CSV. */
    csv: <P extends GetPath>(path: P, params: Params<P>) => Promise<Bytes>;
    /** Imports a file of CSV or NDJSON into a record set: the whole file, or nothing. */
    import(set: string, file: Blob, given?: ImportOptions): Promise<Schemas["ImportResponse"]>;
    /** Uploads a file to import, CSV or a workbook, and returns its preview. POST …/Run then imports it. */
    previewImport(file: File | Blob, given?: ImportFileOptions): Promise<Schemas["ListedImport"]>;
    /** Uploads a file, whose AttachmentId a document or an image then names. FileName: by default that of the file. */
    uploadFile(file: File | Blob, given?: UploadOptions): Promise<Schemas["AttachedFile"]>;
    /** A response as a file with its name and type: a list with `{ query: { format: 'xlsx' } }`. */
    download: <P extends GetPath>(path: P, params: Params<P>, signal?: AbortSignal) => Promise<File>;
    /** Downloads a file with its name and type. */
    downloadFile: (AttachmentId: string, signal?: AbortSignal) => Promise<File>;
    /** A location's queue, now and after every change, until `signal` aborts; pauses while the tab is hidden. */
    queue: (LocationId: string, signal?: AbortSignal, onState?: (state: QueueState) => void) => AsyncGenerator<{
        Id: string;
        Ticket: string;
        LineId: string;
        LineName: string;
        Position: number;
        Status: 0 | 1 | 2;
        CustomerId: string;
        ContactId: number;
        CustomerName: string;
        SignInTime: string;
        WaitTime: number;
        StationId: string;
        StationName: string;
        EmployeeId: string;
        EmployeeName: string;
        CalledTime: string;
        AppointmentId: number;
        BookedFor: string;
    }[], void, any>;
};
