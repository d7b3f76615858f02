import type { Class } from '../../record/field-types.js';
import type { Row } from '../driver/dialect.js';

/** A stored change of a row. An update has the changed columns; secrets and values of persons are masked. */
interface RowChange {
  readonly Action: string;
  readonly Before?: Row;
  readonly After?: Row;
}

/** An update that has an event with a name beside `changed`. */
interface NamedUpdate {
  readonly summary: string;
  readonly fits: (after: Row, before: Row) => boolean;
}

/**
 * The events of a table's rows, which webhooks deliver. noun: `visit` gives visit.created, visit.changed and
 * visit.deleted. updates: events of some updates instead of `changed`; the first one that fits applies.
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

/** An update that gives the field another value; value: this one. */
export function becomes(field: string, value?: unknown): NamedUpdate['fits'] {
  return (after, before) =>
    field in after && after[field] !== before[field] && (value === undefined || after[field] === value);
}

/** The type of the event that a change of the record is; undefined: it is none. */
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

/** Every event, in the order of their names. */
export function allEvents(): EventDescription[] {
  const all = [...declared.values()].flatMap(({ noun, updates = {} }) => {
    const usual = {
      created: `A ${noun} was added.`,
      changed: `A ${noun} was changed.`,
      deleted: `A ${noun} was deleted.`,
    };
    const named = Object.entries(updates).map(([name, { summary }]) => [name, summary]);
    return Object.entries({ ...usual, ...(Object.fromEntries(named) as Record<string, string>) }).map(
      ([name, summary]) => ({ type: `${noun}.${name}`, summary }),
    );
  });
  return all.sort((a, b) => (a.type < b.type ? -1 : 1));
}
