import { createAgencyClient, sessionIn } from 'agency-operations-client';

const baseUrl: string = import.meta.env.VITE_AGENCY_URL ?? 'http://127.0.0.1:3000';
export const sessionKey = 'agency';

/** Every tab of the portal reads and renews the same session. */
export const session = sessionIn(localStorage, sessionKey);
export const client = createAgencyClient({
  baseUrl,
  session,
  onSessionEnd: () => dispatchEvent(new Event('session-end')),
});
