import type { Client } from 'openapi-fetch';
import { AgencyError } from './errors.js';
import type { paths } from './filters.js';
import { oneTabAtATime, type Session, type SessionStore } from './session.js';

interface Credentials {
  baseUrl: string;
  apiKey: string | undefined;
  session: SessionStore;
  onSessionEnd: (() => void) | undefined;
}
type Call = (credentials: Record<string, string>) => Promise<Response>;

/**
 * Makes calls with the credentials. An expired token is renewed once for all calls, by `open`, which sends no
 * credentials; the others wait.
 */
export function credentialed(open: Client<paths>, { baseUrl, apiKey, session, onSessionEnd }: Credentials) {
  const isCurrent = (used: Session): boolean => session.get()?.RefreshToken === used.RefreshToken;
  const renew = async (used: Session): Promise<void> => {
    // Another tab may have renewed the session while this one waited.
    if (!isCurrent(used)) return;
    const { RefreshToken } = used;
    const { data, error, response } = await open.POST('/v1/Auth/Refresh', { body: { RefreshToken } });
    if (!data && response.status !== 401) throw new AgencyError({ error, response });
    if (!data && !isCurrent(used)) return;
    session.set(data);
    if (!data) onSessionEnd?.();
  };
  let renewing: Promise<void> | undefined;
  const renewOnce = (used: Session): Promise<void> =>
    (renewing ??= oneTabAtATime(`agency ${baseUrl}`, () => renew(used)).finally(() => (renewing = undefined)));
  return async (call: Call): Promise<Response> => {
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
}
