/** The query of a list. */
export interface ListQuery {
    take?: number;
    skip?: number;
    orderBy?: string;
    orderByDesc?: string;
    fields?: string;
    filters?: object;
}
/**
 * Reads a list page by page. If the key of its records orders it, the next page begins at the last key, so that rows
 * which are removed meanwhile do not shift it; otherwise it begins after as many rows as were read.
 */
export declare function pagesOf<R>(read: (query: ListQuery) => Promise<R[]>, { take, skip, ...query }: ListQuery): AsyncGenerator<R, void>;
