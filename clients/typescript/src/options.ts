import type { paths } from '../schema.js';
import type { OnProgress } from './files.js';
import type { SessionStore } from './session.js';

/**
 * apiKey: calls as the owner of the key, without a session. session: stores the tokens, by default in memory.
 * onSessionEnd: called when the service refuses to renew the session, which is then removed from the store. silence:
 * milliseconds without data after which a queue reconnects (the service sends a comment every 15 s). queueWhileHidden:
 * queues stay connected in tabs that nobody sees.
 */
export interface AgencyClientOptions {
  baseUrl: string;
  apiKey?: string;
  session?: SessionStore;
  onSessionEnd?: () => void;
  silence?: number;
  queueWhileHidden?: boolean;
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
export interface UploadOptions {
  FileName?: string;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}
type PreviewQuery = NonNullable<paths['/v1/Imports']['post']['parameters']['query']>;
/**
 * The options of POST /v1/Imports. Map: fields by the titles of columns. idempotencyKey: give the key of the first try
 * to retry an upload.
 */
export interface ImportFileOptions extends Omit<PreviewQuery, 'Map'> {
  Map?: Record<string, string>;
  onProgress?: OnProgress;
  idempotencyKey?: string;
  signal?: AbortSignal;
}
