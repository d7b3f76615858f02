/** Bytes sent so far, and the size of the file. */
export type OnProgress = (sent: number, total: number) => void;
export interface Upload {
    url: string;
    headers: Record<string, string>;
    file: Blob;
    onProgress?: OnProgress | undefined;
    signal?: AbortSignal | undefined;
}
/**
 * Posts a file without reading it into memory, and reports the progress. Browsers use XMLHttpRequest, because their
 * fetch() reports no progress.
 */
export declare function upload(given: Upload, fetch: (request: Request) => Promise<Response>): Promise<Response>;
/** Sends a file as it is. The types of openapi-fetch omit the headers, by which it recognises a form. */
export declare function bodySerializer(body: unknown, headers?: unknown): Blob | string;
/** The media type by the ending of the name, because browsers on Windows state the type of Excel for CSV. */
export declare function mediaTypeOf(file: Blob): string;
/** The name of a downloaded file from Content-Disposition, which has other names than ASCII in UTF-8 (RFC 6266). */
export declare function nameIn({ headers }: Response): string;
/** A new Idempotency-Key. `crypto.randomUUID()` is not used, because it exists in secure contexts only. */
export declare function newKey(): string;
