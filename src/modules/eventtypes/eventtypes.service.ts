import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { NotFound, refuse } from '../../errors/errors.js';
import { unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { isFiltered, type ListOptions, type ListResult } from '../../record/lists/list-options.js';
import { EventType } from './event-type.entity.js';

@Injectable()
export class EventTypesService {
  constructor(private readonly db: Db) {}

  /** The active event types, or the inactive ones; unless sent, those that the options filter by it. */
  list(active: boolean | undefined, options: ListOptions): ListResult<EventType> {
    const all = active === undefined && isFiltered(options, 'IsActive');
    return this.db.list(
      EventType,
      {
        columns: columnsOf(EventType, 'e'),
        from: sql`event_types e`,
        where: all ? undefined : sql`e.IsActive = ${active === false ? 0 : 1}`,
        order: [sql`e.EventCategory`, sql`e.EventTypeName`, sql`e.EventTypeId`],
        key: [sql`e.EventTypeId`],
      },
      options,
    );
  }

  /** An event type, active or not. Throws NotFound. */
  async read(id: number): Promise<EventType> {
    const found = await this.db.one<EventType>(
      sql`SELECT ${columns(EventType, 'e')} FROM event_types e WHERE e.EventTypeId = ${id}`,
    );
    if (!found) throw unknown(id);
    return found;
  }

  /** The new event type with its id. Throws Invalid. */
  async add(sent: Bound<EventType>): Promise<EventType> {
    refuse(unfitAsNew(EventType, sent));
    return this.db.insert(EventType, sent);
  }

  /** Changes what was sent. Throws NotFound. */
  async change({ EventTypeId, ...changes }: BoundWith<EventType, 'EventTypeId'>): Promise<EventType> {
    const changed = await this.db.update(EventType, { EventTypeId }, changes);
    if (!changed) throw unknown(EventTypeId);
    return changed;
  }
}

function unknown(id: number): NotFound {
  return new NotFound(`There is no event type ${id}.`);
}
