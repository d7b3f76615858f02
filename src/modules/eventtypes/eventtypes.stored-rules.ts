import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { QueriedRule } from '../../database/inspection/stored-rule.js';
import { quoted } from '../../database/sql/quoted.js';
import { untrimmed } from '../../database/sql/conditions.js';
import { EventTypesService } from './eventtypes.service.js';

const names = ['EventTypeName', 'EventCategory'] as const;

/**
 * Rule: names and categories of event types are not blank and have no white space around them. Otherwise an activity of
 * the category " Outreach" would be allowed for a contact marked DoNotContact.
 */
@Injectable()
export class EventTypeNames extends QueriedRule {
  readonly name = 'event-types';
  readonly broken = 'Event types whose name or category is blank or has white space around it';
  readonly key = 'EventTypeId';
  override readonly todo = 'Send a name or category that is not blank with PUT /v1/EventType/<EventTypeId>.';

  protected readonly query = sql`SELECT EventTypeId FROM event_types WHERE ${join(
    names.map((name) => sql`${quoted(name)} = '' OR ${untrimmed(quoted(name))}`),
    ' OR ',
  )}`;

  constructor(
    db: Db,
    private readonly eventTypes: EventTypesService,
  ) {
    super(db);
  }

  override async mend(ids: readonly number[]): Promise<number> {
    let mended = 0;
    for (const EventTypeId of ids) {
      const { EventTypeName, EventCategory } = await this.eventTypes.read(EventTypeId);
      const trimmed = { EventTypeName: EventTypeName.trim(), EventCategory: EventCategory.trim() };
      if (trimmed.EventTypeName === '' || trimmed.EventCategory === '') continue;
      await this.eventTypes.change({ EventTypeId, ...trimmed });
      mended++;
    }
    return mended;
  }
}
