import type { components } from '../schema.js';
type Failure = components['schemas']['Failure'];
export type Answered<T> = {
    data?: T | undefined;
    error?: Failure | undefined;
    response: Response;
};
/** A failed call. `answered` has the `response` and the received `error`. */
export declare class AgencyError extends Error {
    readonly answered: Answered<unknown>;
    constructor(answered: Answered<unknown>);
}
/** The data of a response; throws AgencyError if the call failed. */
export declare function dataFrom<T>(call: Promise<Answered<T>>): Promise<T>;
/**
 * Gives a failure that the service has not written, such as a page of a proxy or an empty body, a ResponseStatus whose
 * ErrorCode is the status. A page with a success, such as the sign-in page of a proxy, is a failure too: it gets the
 * status 502. Returns every other response as it came.
 */
export declare function withFailure(response: Response): Promise<Response>;
export {};
