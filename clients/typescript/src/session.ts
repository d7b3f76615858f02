import type { components } from '../schema.js';

/** The signed-in user and the tokens. */
export type Session = components['schemas']['SignInResponse'];

/** Keeps the session. The client reads it before each call, so that the tabs of a browser can share one. */
export interface SessionStore {
  get(): Session | undefined;
  /** Called with each new pair of tokens, and with undefined at the end of the session. */
  set(session: Session | undefined): void;
}

export function sessionInMemory(session?: Session): SessionStore {
  return { get: () => session, set: (next) => (session = next) };
}

/**
 * Keeps the session in `localStorage` for all tabs of the site, or in `sessionStorage` for one tab. A stored text that
 * is no session counts as none.
 */
export function sessionIn(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, key = 'agency'): SessionStore {
  return {
    get: () => sessionOf(storage.getItem(key)),
    set: (session) => (session ? storage.setItem(key, JSON.stringify(session)) : storage.removeItem(key)),
  };
}

function sessionOf(text: string | null): Session | undefined {
  try {
    const stored = JSON.parse(text ?? 'null') as Session | null;
    return typeof stored?.BearerToken === 'string' && typeof stored.RefreshToken === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds after which all tabs read what one of them has written to localStorage. */
const storageDelay = 300;

/** Does the work in one tab at a time. Browsers lock in secure contexts only; elsewhere the work begins at once. */
export async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};
  if (!locks) return work();
  const isBusy = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return true;
    await work();
    return false;
  });
  if (!isBusy) return;
  await locks.request(name, async () => {
    // The other tab has renewed the session; wait until its tokens arrive in this tab.
    await new Promise((resolve) => setTimeout(resolve, storageDelay));
    await work();
  });
}
