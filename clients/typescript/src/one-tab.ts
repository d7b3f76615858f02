/** Something that one tab follows for all tabs of the browser. */
export interface Followed<T> {
  /** Tabs with the same name share what one of them follows. Name the user, too, if tabs can have different ones. */
  name: string;
  /** Follows it in this tab, and sends each news, until the signal aborts. */
  follow: (send: (news: T) => void, signal: AbortSignal) => Promise<void>;
  /** Receives each news, in each tab; at once after the tab is shown, if another tab follows. */
  receive: (news: T) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Follows something in one visible tab, and passes the news on to the other tabs, because a browser opens only six
 * connections to a host over HTTP/1.1, and a stream keeps one. When that tab is hidden, closed or crashes, another
 * visible tab follows. Browsers lock in secure contexts only; elsewhere, each visible tab follows for itself. Ends when
 * the signal aborts or `follow` ends; throws the error of `follow`.
 */
export async function inOneTab<T>({ name, follow, receive, signal }: Followed<T>): Promise<void> {
  const channel = new BroadcastChannel(name);
  let latest: { news: T } | undefined;
  channel.onmessage = ({ data }: MessageEvent<{ news: T } | 'ask'>) => {
    if (data !== 'ask') receive(data.news);
    else if (latest) channel.postMessage(latest);
  };
  const send = (news: T): void => {
    latest = { news };
    receive(news);
    channel.postMessage(latest);
  };
  try {
    while (await isShown(signal)) {
      const ending = untilHidden(signal);
      channel.postMessage('ask');
      try {
        await alone(name, ending.signal, () => follow(send, ending.signal));
        if (!ending.signal.aborted) return;
      } catch (error) {
        if (!ending.signal.aborted) throw error;
      } finally {
        latest = undefined;
        ending.abort();
      }
    }
  } finally {
    channel.close();
  }
}

/** Waits until the tab is visible. Returns false if the signal aborts. */
export async function isShown(signal?: AbortSignal): Promise<boolean> {
  if (document.hidden && !signal?.aborted)
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (document.hidden && !signal?.aborted) return;
        document.removeEventListener('visibilitychange', look);
        signal?.removeEventListener('abort', look);
        resolve();
      };
      document.addEventListener('visibilitychange', look);
      signal?.addEventListener('abort', look);
    });
  return !signal?.aborted;
}

/** Aborts when the tab is hidden, or when the signal aborts. */
export function untilHidden(signal?: AbortSignal): AbortController {
  const ending = new AbortController();
  const look = (): void => {
    if (document.hidden || signal?.aborted) ending.abort();
  };
  document.addEventListener('visibilitychange', look, { signal: ending.signal });
  signal?.addEventListener('abort', look, { signal: ending.signal });
  return ending;
}

/** Does the work while no other tab does. Throws if the signal aborts before it begins. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  await (locks ? locks.request(name, { signal }, work) : work());
}
