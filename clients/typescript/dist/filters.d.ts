import type { paths as documented } from '../schema.js';
type Simple = string | number | boolean;
/** The fields that take filters. SSN is stored encrypted, so no list is filtered by it. */
type Field<R> = Exclude<{
    [K in keyof R]: NonNullable<R[K]> extends Simple ? K : never;
}[keyof R] & string, 'SSN'>;
type TextField<R> = {
    [K in Field<R>]: NonNullable<R[K]> extends string ? K : never;
}[Field<R>];
type Of<R, K extends keyof R> = NonNullable<R[K]>;
/** The filters on the fields of a record: `LastName`, `StateIn`, `DateOfBirthBetween`, `PhoneIsNull` … */
export type Filters<R> = {
    [K in Field<R>]?: Of<R, K>;
} & {
    [K in Field<R> as `${K}In`]?: readonly Of<R, K>[];
} & {
    [K in Field<R> as `${K}Between`]?: readonly [Of<R, K>, Of<R, K>];
} & {
    [K in Field<R> as `${K}${'GreaterThan' | 'LessThan'}OrEqualTo`]?: Of<R, K>;
} & {
    [K in Field<R> as `${K}IsNull`]?: boolean;
} & {
    [K in TextField<R> as `${K}${'StartsWith' | 'Contains'}`]?: string;
};
/** The records of a list, from the operation that returns it. */
type RecordOf<G> = G extends {
    responses: {
        200: {
            content: {
                'application/json': infer Answer;
            };
        };
    };
} ? {
    [K in keyof Answer]: Answer[K] extends readonly (infer Item)[] ? Item : never;
}[keyof Answer] : never;
type Query<Q, R> = Q extends object ? {
    [K in keyof Q]: K extends 'filters' ? Omit<Filters<R>, Exclude<keyof Q, 'filters'>> : Q[K];
} : Q;
type Parameters<P, R> = {
    [K in keyof P]: K extends 'query' ? Query<P[K], R> : P[K];
};
type Operation<G> = {
    [K in keyof G]: K extends 'parameters' ? Parameters<G[K], RecordOf<G>> : G[K];
};
/** The paths of the service. The filters of a list have the names and types that follow from its record. */
export type paths = {
    [P in keyof documented]: {
        [V in keyof documented[P]]: V extends 'get' ? Operation<documented[P][V]> : documented[P][V];
    };
};
/** Writes each filter as a query parameter. For an own openapi-fetch: `createClient({ querySerializer })`. */
export declare function querySerializer({ filters, ...query }: Record<string, unknown>): string;
export {};
