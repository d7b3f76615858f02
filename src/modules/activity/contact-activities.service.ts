import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import { columnsOf } from '../../database/schema/columns.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { Activity } from './activity.entity.js';

/** What was done with a contact. */
@Injectable()
export class ContactActivities {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {}

  /** The contact's activities, newest first. Throws NotFound and Forbidden. */
  async list(caller: Principal, contactId: number, options: ListOptions): Promise<ListResult<Activity>> {
    await this.contacts.require(caller, contactId);
    return this.db.list(
      Activity,
      {
        columns: {
          ...columnsOf(Activity, 'a'),
          AgentName: sql`g.AgentName`,
          EventTypeName: sql`e.EventTypeName`,
          EventCategory: sql`e.EventCategory`,
        },
        from: sql`activities a`,
        joins: {
          g: sql`LEFT JOIN agents g ON g.AgentId = a.AgentId`,
          e: sql`JOIN event_types e ON e.EventTypeId = a.EventTypeId`,
        },
        where: sql`a.ContactId = ${contactId}`,
        order: [{ descending: sql`a.StartDate` }, { descending: sql`a.ActivityId` }],
        key: [sql`a.ActivityId`],
      },
      options,
    );
  }
}
