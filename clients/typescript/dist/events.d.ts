/** A stream of bytes. */
export type Bytes = NonNullable<Response['body']>;
/** Aborts a call if no data arrives for `longest` milliseconds, because a dead connection looks like an idle one. */
export declare class Silence {
    private readonly longest;
    private readonly ending;
    readonly signal: AbortSignal;
    private timer?;
    constructor(longest: number, outer?: AbortSignal);
    begin(): void;
    pause(): void;
    end(): void;
}
/** Yields the parsed data of each server-sent event, until the stream ends or no data arrives for too long. */
export declare function dataOf(stream: Bytes, silence: Silence): AsyncGenerator<unknown, void>;
