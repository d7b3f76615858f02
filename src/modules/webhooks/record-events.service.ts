import { Injectable } from '@nestjs/common';
import type { Row } from '../../database/driver/dialect.js';
import { Schema } from '../../database/schema/schema.js';
import { tableOf } from '../../database/schema/table.js';

/**
 * A change as the audit stores it. Before and After of an update have only the changed columns. Secret and personal
 * values are masked.
 */
interface RowChange {
  readonly Action: string;
  readonly Before?: Row;
  readonly After?: Row;
}

interface EventDescription {
  readonly type: string;
  readonly summary: string;
}

/** The events that the tables of all modules declare. */
@Injectable()
export class RecordEventsService {
  constructor(private readonly schema: Schema) {}

  /** The type of the event that a change of a record raises, or undefined if it raises none. */
  of(record: string, { Action, Before = {}, After = {} }: RowChange): string | undefined {
    const entity = this.schema.named(record);
    const events = entity && tableOf(entity).events;
    if (!events) return undefined;
    const { noun, updates = {} } = events;
    if (Action === 'Insert') return `${noun}.created`;
    if (Action === 'Delete') return `${noun}.deleted`;
    if (Action !== 'Update') return undefined;
    const name = Object.keys(updates).find((each) => updates[each].fits(After, Before)) ?? 'changed';
    return `${noun}.${name}`;
  }

  /** All events, sorted by their types. */
  all(): EventDescription[] {
    const declared = this.schema.entities.flatMap((entity) => tableOf(entity).events ?? []);
    const all = declared.flatMap(({ noun, updates = {} }) => {
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
}
