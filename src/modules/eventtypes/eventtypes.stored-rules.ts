import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { StoredRule } from '../../database/inspection/stored-rule.js';
import { quoted } from '../../database/sql/quoted.js';
import { untrimmed } from '../../database/sql/white-space.js';
import { EventType } from './event-type.entity.js';
import { EventTypesService } from './eventtypes.service.js';

const names = ['EventTypeName', 'EventCategory'] as const;

/** Name and category are trimmed: " Outreach" would be allowed for a contact with DoNotContact. */
@Injectable()
export class EventTypeNames extends StoredRule {
  readonly name = 'event-types';
  readonly broken = 'Event types whose name or category is blank or has white space around it';
  readonly key = 'EventTypeId';
  override readonly todo = 'PUT /v1/EventType/<EventTypeId> mends those whose name or category is blank.';

  constructor(
    private readonly db: Db,
    private readonly eventTypes: EventTypesService,
  ) {
    super();
  }

  async violations(most: number): Promise<number[]> {
    const broken = join(
      names.map((name): Sql => sql`${quoted(name)} = '' OR ${untrimmed(quoted(name))}`),
      ' OR ',
    );
    const rows = await this.db.all<EventType>(
      sql`SELECT EventTypeId FROM event_types WHERE ${broken} ORDER BY EventTypeId LIMIT ${most}`,
    );
    return rows.map(({ EventTypeId }) => EventTypeId);
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
