import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { noOptions, type ListOptions, type ListResult } from '../../record/lists/list-options.js';
import { unsetGuid } from '../../record/values/guid.js';
import type { Principal } from '../accounts/principal.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import { Session } from './session.entity.js';
import { ListedSession } from './sessions.records.js';
import { SessionsService } from './sessions.service.js';

/** Lists and ends a user's live sessions. In all methods, `current` is the SessionId of the call. */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly db: Db,
    private readonly sessions: SessionsService,
    private readonly security: SecurityLogService,
    private readonly time: SystemClock,
  ) {}

  /** Lists the user's live sessions, the oldest first. */
  list(userId: Guid, current: Guid | undefined, options: ListOptions): ListResult<ListedSession> {
    return this.db.list(ListedSession, this.living(userId, current), options);
  }

  /** Throws NotFound for an ended session and for a session of another user. */
  async read(userId: Guid, sessionId: Guid, current?: Guid): Promise<ListedSession> {
    const { where, ...statement } = this.living(userId, current);
    const found = await this.db.rowOfList(ListedSession, statement, sql`${where} AND s.SessionId = ${sessionId}`);
    if (!found) throw new NotFound('The user has no such session.');
    return found;
  }

  /** Ends the session and returns it. Throws NotFound for an ended session and for a session of another user. */
  async end(userId: Guid, sessionId: Guid, current?: Guid): Promise<ListedSession> {
    return this.db.tx(async () => {
      await this.db.lockRow(Session, { SessionId: sessionId });
      const session = await this.read(userId, sessionId, current);
      await this.sessions.end(sessionId);
      this.security.acted('sessions ended', userId);
      return session;
    });
  }

  /** Ends all live sessions of the user except the session `except`, and returns the sessions that it has ended. */
  async endAll(userId: Guid, current?: Guid, except?: Guid): Promise<ListedSession[]> {
    return this.db.tx(async () => {
      const ended: ListedSession[] = [];
      for await (const session of this.list(userId, current, noOptions))
        if (session.SessionId !== except) ended.push(session);
      await this.sessions.endAll(userId, except);
      if (ended.length > 0) this.security.acted('sessions ended', userId);
      return ended;
    });
  }

  private living(userId: Guid, current = unsetGuid): ListStatement<ListedSession> & { where: Sql } {
    return {
      columns: {
        ...columnsOf(ListedSession, 's'),
        LastUsedAt: sql`COALESCE(s.LastUsedAt, s.StartedAt)`,
        UserAgent: sql`COALESCE(s.UserAgent, '')`,
        Current: sql`CASE WHEN s.SessionId = ${current} THEN 1 ELSE 0 END`,
      },
      from: sql`sessions s`,
      where: sql`s.UserId = ${userId} AND s.EndedAt IS NULL AND s.ExpiresAt > ${this.time.at()}`,
      order: [sql`s.StartedAt`, sql`s.SessionId`],
      key: [sql`s.SessionId`],
    };
  }
}

/** The SessionId of the caller. Throws Forbidden for a caller with an API key, who has no session. */
export function sessionOf({ SessionId }: Principal): Guid {
  if (SessionId === undefined) throw new Forbidden('An API key cannot do this: sign in with a password.');
  return SessionId;
}
