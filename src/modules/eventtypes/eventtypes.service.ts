import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { isFiltered, type ListOptions, type ListResult } from '../../record/lists/list-options.js';
import { EventType } from './event-type.entity.js';

@Injectable()
export class EventTypesService {
  constructor(@InjectRows(EventType) private readonly rows: TableRows<EventType>) {}

  /**
   * The active event types, or the inactive ones if `active` is false. If `active` is undefined and the options filter
   * by IsActive (such as IsActiveIn), only these filters apply.
   */
  list(active: boolean | undefined, options: ListOptions): ListResult<EventType> {
    const all = active === undefined && isFiltered(options, 'IsActive');
    return this.rows.list(options, all ? undefined : sql`t.IsActive = ${active === false ? 0 : 1}`);
  }

  /** Throws NotFound. */
  read(id: number): Promise<EventType> {
    return this.rows.read(id);
  }

  /** Adds an event type and returns it with its id. Throws Invalid. */
  add(sent: Bound<EventType>): Promise<EventType> {
    return this.rows.add(sent);
  }

  /** Changes the sent fields. Throws NotFound. */
  change({ EventTypeId, ...changes }: BoundWith<EventType, 'EventTypeId'>): Promise<EventType> {
    return this.rows.change(EventTypeId, changes);
  }
}
