// The session of the pages, and the calls that carry it. All tabs share it; the service's own client renews it.
import { AgencyError, createAgencyClient, sessionIn } from './client/index.js';
import { service, servicePath } from './service.js';

/**
 * Key in localStorage of the tokens and of the user to whom they belong. Services behind several paths of one host have
 * one each.
 */
const kept = `agency.session${servicePath}`;
const stored = sessionIn(localStorage, kept);

/** Sends `changed` after a sign-in, a renewal and the end of the session, in this tab or another one. */
export const sessionEvents = new EventTarget();
const tell = () => sessionEvents.dispatchEvent(new Event('changed'));
addEventListener('storage', ({ key }) => {
  if (key === kept || key === null) tell();
});

const session = {
  get: stored.get,
  set(next) {
    const { UserId, BearerToken, RefreshToken, ExpiresAt } = next ?? {};
    stored.set(next && { UserId, BearerToken, RefreshToken, ExpiresAt });
    tell();
  },
};
/** The page gives up a call after this many milliseconds without a response: the service or the network may hang. */
const patience = 40_000;

/** `fetch` with `patience`. The run, the undo and another preview of an import may take longer. */
async function fetchInTime(request) {
  if (request.method !== 'GET' && request.url.includes('/v1/Imports/')) return fetch(request);
  const ending = new AbortController();
  request.signal.addEventListener('abort', () => ending.abort(request.signal.reason));
  const late = setTimeout(() => ending.abort(new TypeError('The service did not respond in time.')), patience);
  try {
    return await fetch(request, { signal: ending.signal });
  } finally {
    clearTimeout(late);
  }
}

const client = createAgencyClient({ baseUrl: service, session, fetch: fetchInTime });

/** The bearer token; undefined if nobody is signed in. */
export const bearerToken = () => session.get()?.BearerToken;
/** The id of the user to whom the token belongs. */
export const signedInUser = () => session.get()?.UserId;

/**
 * Stores the tokens of a sign-in, or the new ones after a change of the password. A stored field that `tokens` lacks
 * stays.
 */
export const keep = (tokens) => session.set({ ...session.get(), ...tokens });
/** Removes the tokens from the browser, so that all tabs are signed out. */
export const forget = () => session.set(undefined);

/** The URL of a path of the service. A URL stays as it is. */
export const urlOf = (address) => (address.startsWith('/') ? service + address : address);

/** A failed call, with the service's message. */
export class Refused extends Error {
  constructor(status, body) {
    const { Message, Errors, Meta } = body?.ResponseStatus ?? {};
    super(Message ?? `The service responded with ${status}.`);
    this.status = status;
    /** The wrong fields, each with its `FieldName` and `Message`. */
    this.errors = Errors ?? [];
    this.fields = this.errors.map(({ FieldName }) => FieldName);
    this.reason = Meta?.Reason;
    this.meta = Meta ?? {};
  }
}

/** The message about a failed call. `fetch` throws a TypeError if nothing responds. */
export const messageOf = (error) =>
  error instanceof TypeError ? 'The service cannot be reached. Try again.' : error.message;

/**
 * `fetch` with the bearer token. `address` is a path of the service or a URL. After the status 401, renews the token
 * and asks once more. The session ends only if the service refuses the renewal; if the renewal fails otherwise, so does
 * the call.
 */
export const authorized = (address, options) => client.fetch(new Request(urlOf(address), options));

/** Calls the service with JSON. Throws Refused if it refuses, and the error of `fetch` if nothing responds. */
export async function call(method, path, body) {
  const { data, error, response } = await client.request(method.toLowerCase(), path, { body });
  if (!response.ok) throw new Refused(response.status, error);
  return data;
}

/** The queue of a location, now and after every change. */
export const liveQueue = (locationId, signal, onState) => client.queue(locationId, signal, onState);

/** The response to a request for an address. Throws as `call` does. */
export async function get(address) {
  const response = await authorized(address);
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => undefined));
  return response;
}

/** Uploads a file to import, and returns its preview. Throws as `call` does. */
export async function previewImport(file, options) {
  try {
    return await client.previewImport(file, options);
  } catch (error) {
    throw error instanceof AgencyError ? new Refused(error.answered.response.status, error.answered.error) : error;
  }
}
