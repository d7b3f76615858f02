import type { Row } from '../driver/dialect.js';

/** An update that raises an event of its own instead of the event `changed`. */
interface NamedUpdate {
  readonly summary: string;
  readonly fits: (after: Row, before: Row) => boolean;
}

/**
 * The events of a table's rows, which webhooks deliver. The `noun` visit gives the event types visit.created,
 * visit.changed and visit.deleted. An update raises the first event of `updates` that fits it, or else the event
 * `changed`.
 */
export interface RecordEvents {
  readonly noun: string;
  readonly updates?: Readonly<Record<string, NamedUpdate>>;
}

/** Returns a test that accepts an update if it changes `field` to a value that is not unset. */
export function becomesSet(field: string): NamedUpdate['fits'] {
  return (after, before) => after[field] !== null && becomes(field)(after, before);
}

/**
 * Returns a test that accepts an update if it changes `field`. If `value` is given, the new value must also be `value`.
 */
export function becomes(field: string, value?: unknown): NamedUpdate['fits'] {
  return (after, before) =>
    field in after && after[field] !== before[field] && (value === undefined || after[field] === value);
}
