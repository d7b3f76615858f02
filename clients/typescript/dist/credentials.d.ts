import type { Client } from 'openapi-fetch';
import type { paths } from './filters.js';
import { type SessionStore } from './session.js';
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
export declare function credentialed(open: Client<paths>, { baseUrl, apiKey, session, onSessionEnd }: Credentials): (call: Call) => Promise<Response>;
export {};
