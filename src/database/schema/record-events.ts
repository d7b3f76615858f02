import type { Class } from '../../record/field-types.js';
import type { Row } from '../driver/dialect.js';

/**
 * A change as the audit stores it. Before and After of an update have only the changed columns. Secret and personal
 * values are masked.
 */
interface RowChange {
  readonly Action: string;
  readonly Before?: Row;
  readonly After?: Row;
}

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

interface EventDescription {
  readonly type: string;
  readonly summary: string;
}

const declared = new Map<string, RecordEvents>();

export function declareEvents(entity: Class, events: RecordEvents): void {
  declared.set(entity.name, events);
}

/**
 * Returns a test that accepts an update if it changes `field`. If `value` is given, the new value must also be `value`.
 */
export function becomes(field: string, value?: unknown): NamedUpdate['fits'] {
  return (after, before) =>
    field in after && after[field] !== before[field] && (value === undefined || after[field] === value);
}

/** The type of the event that a change of a record raises, or undefined if it raises none. */
export function eventOf(record: string, { Action, Before = {}, After = {} }: RowChange): string | undefined {
  const events = declared.get(record);
  if (!events) return undefined;
  const { noun, updates = {} } = events;
  if (Action === 'Insert') return `${noun}.created`;
  if (Action === 'Delete') return `${noun}.deleted`;
  if (Action !== 'Update') return undefined;
  const name = Object.keys(updates).find((each) => updates[each].fits(After, Before)) ?? 'changed';
  return `${noun}.${name}`;
}

export function allEvents(): EventDescription[] {
  const all = [...declared.values()].flatMap(({ noun, updates = {} }) => {
    const record = `${/^[aeio]/.test(noun) ? 'An' : 'A'} ${noun.replace('-', ' ')}`;
    const usual = {
      created: `${record} was added.`,
      changed: `${record} was changed.`,
      deleted: `${record} was deleted.`,
    };
    const named = Object.entries(updates).map(([name, { summary }]) => [name, summary]);
    return Object.entries({ ...usual, ...(Object.fromEntries(named) as Record<string, string>) }).map(
      ([name, summary]) => ({ type: `${noun}.${name}`, summary }),
    );
  });
  return all.sort((a, b) => (a.type < b.type ? -1 : 1));
}
