// The session of this tab: its tokens, their renewal, and the calls that carry them.

/** Key of the tokens in sessionStorage, which belongs to this tab until it is closed. */
const kept = 'agency.session';
/** Milliseconds after which a call that found no service is tried again. */
export const tryAgainAfter = 5000;

let tokens = JSON.parse(sessionStorage.getItem(kept) ?? 'null');
let timer;
let renewing;

/** Sends `renewed` after a renewal, `unreachable` after a failed one, `ended` if the service ended the session. */
export const sessionEvents = new EventTarget();
const tell = (name) => sessionEvents.dispatchEvent(new Event(name));

/** The bearer token of this tab; undefined if nobody is signed in. */
export const bearerToken = () => tokens?.BearerToken;

/** A failed call, with the service's message. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.ResponseStatus?.Message ?? `The service answered ${status}.`);
    this.status = status;
    this.fields = (answer?.ResponseStatus?.Errors ?? []).map(({ FieldName }) => FieldName);
  }
}

/** Renews the token a minute before it ends. */
function schedule() {
  clearTimeout(timer);
  const left = new Date(tokens.ExpiresAt) - Date.now();
  timer = setTimeout(() => void renew(), Math.max(left - 60_000, tryAgainAfter));
}

export function keep({ BearerToken, RefreshToken, ExpiresAt }) {
  tokens = { BearerToken, RefreshToken, ExpiresAt };
  sessionStorage.setItem(kept, JSON.stringify(tokens));
  schedule();
}

export function forget() {
  tokens = null;
  clearTimeout(timer);
  sessionStorage.removeItem(kept);
}

async function exchange() {
  clearTimeout(timer);
  const { RefreshToken } = tokens;
  let response;
  let answer;
  try {
    response = await fetch('/v1/Auth/Refresh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ RefreshToken }),
    });
    answer = await response.json();
  } catch {
    // Without network or service the session stays.
  }
  // Somebody signed out or in meanwhile.
  if (tokens?.RefreshToken !== RefreshToken) return bearerToken() !== undefined;
  if (response?.ok && answer) {
    keep(answer);
    tell('renewed');
    return true;
  }
  if (response?.status === 401) {
    forget();
    tell('ended');
  } else {
    timer = setTimeout(() => void renew(), tryAgainAfter);
    tell('unreachable');
  }
  return false;
}

/**
 * Exchanges the refresh token. Returns whether the tab has a new bearer token. Only the answer 401 ends the session;
 * after any other failure the session stays, and the exchange is tried again.
 */
export function renew() {
  renewing ??= exchange().finally(() => (renewing = undefined));
  return renewing;
}

/** `fetch` with the bearer token. After the answer 401, renews the token and asks once more. */
export async function authorized(path, { headers, ...options } = {}) {
  const ask = () =>
    fetch(path, { ...options, headers: { ...headers, ...(tokens && { Authorization: `Bearer ${bearerToken()}` }) } });
  const response = await ask();
  return response.status === 401 && tokens && (await renew()) ? ask() : response;
}

/** Calls the service with JSON. Throws Refused if it refuses, and the error of `fetch` if nothing answers. */
export async function call(method, path, body) {
  const response = await authorized(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

if (tokens) schedule();
