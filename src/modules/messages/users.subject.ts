import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { MessageSubject, valuesIn, type Found, type MessageRow } from './message-subject.js';

/** Messages to users about themselves. */
@Injectable()
export class UsersSubject extends MessageSubject {
  override readonly about = 'User';

  constructor(private readonly db: Db) {
    super();
  }

  override async find(id: Guid): Promise<Found | undefined> {
    const row = await this.db.one<MessageRow>(sql`SELECT u.DisplayName AS Name FROM users u WHERE u.UserId = ${id}`);
    return row && { UserId: id, values: valuesIn(row) };
  }
}
