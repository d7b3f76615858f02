import type { components } from '../schema.js';
/** The signed-in user and the tokens. */
export type Session = components['schemas']['SignInResponse'];
/** Keeps the session. The client reads it before each call, so that the tabs of a browser can share one. */
export interface SessionStore {
    get(): Session | undefined;
    /** Called with each new pair of tokens, and with undefined at the end of the session. */
    set(session: Session | undefined): void;
}
export declare function sessionInMemory(session?: Session): SessionStore;
/**
 * Keeps the session in `localStorage` for all tabs of the site, or in `sessionStorage` for one tab. A stored text that
 * is no session counts as none.
 */
export declare function sessionIn(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, key?: string): SessionStore;
/** Does the work in one tab at a time. Browsers lock in secure contexts only; elsewhere the work begins at once. */
export declare function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void>;
