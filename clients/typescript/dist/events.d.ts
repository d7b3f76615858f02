/** A stream of bytes. */
export type Bytes = NonNullable<Response['body']>;
/**
 * Ends a call after so many milliseconds without data, because a dead connection looks the same as an idle one.
 */
export declare class Silence {
    private readonly longest;
    private readonly ending;
    /** Aborted at the end. */
    readonly signal: AbortSignal;
    private timer?;
    constructor(longest: number, outer?: AbortSignal);
    begin(): void;
    pause(): void;
    end(): void;
}
/** The data of server-sent events, as JSON, until the stream or the silence ends. */
export declare function dataOf(stream: Bytes, silence: Silence): AsyncGenerator<unknown, void>;
