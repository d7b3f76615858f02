/** Bytes sent so far, and the size of the file. */
export type OnProgress = (sent: number, total: number) => void;
interface Upload {
    url: string;
    headers: Record<string, string>;
    file: Blob;
    onProgress: OnProgress;
    signal?: AbortSignal | undefined;
}
/**
 * Posts a file without reading it into memory, and reports its progress: by XMLHttpRequest in browsers, because their
 * fetch() does not report it.
 */
export declare function upload(given: Upload, fetch: (request: Request) => Promise<Response>): Promise<Response>;
/** The media type by the name, because browsers on Windows call CSV a file of Excel. */
export declare function mediaTypeOf(file: Blob): string;
/** A new Idempotency-Key. `crypto.randomUUID()` would exist in secure contexts only. */
export declare function newKey(): string;
export {};
