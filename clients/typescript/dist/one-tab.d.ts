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
export declare function inOneTab<T>({ name, follow, receive, signal }: Followed<T>): Promise<void>;
/** Waits until the tab is visible. Returns false if the signal aborts. */
export declare function isShown(signal?: AbortSignal): Promise<boolean>;
/** Aborts when the tab is hidden, or when the signal aborts. */
export declare function untilHidden(signal?: AbortSignal): AbortController;
