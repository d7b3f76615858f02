import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/list-options.js';
import type { Principal } from '../guards/principal.js';
import { OwnSession } from './sessions.records.js';
import { Sessions } from './sessions.service.js';

/** What signed-in users see and end of their sessions. Throws Forbidden for API keys, which have none. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly db: Db,
    private readonly sessions: Sessions,
    private readonly time: SystemClock,
  ) {}

  /** The sessions that live, the oldest first. */
  list(caller: Principal, options: ListOptions): ListResult<OwnSession> {
    const current = sessionOf(caller);
    return this.db.list(
      OwnSession,
      {
        columns: {
          ...columnsOf(OwnSession, 's'),
          LastUsedAt: sql`COALESCE(s.LastUsedAt, s.StartedAt)`,
          UserAgent: sql`COALESCE(s.UserAgent, '')`,
          Current: sql`CASE WHEN s.SessionId = ${current} THEN 1 ELSE 0 END`,
        },
        from: sql`sessions s`,
        where: sql`s.UserId = ${caller.UserId} AND s.EndedAt IS NULL AND s.ExpiresAt > ${this.time.at()}`,
        order: [sql`s.StartedAt`, sql`s.SessionId`],
        key: [sql`s.SessionId`],
      },
      options,
    );
  }

  /** Throws NotFound for a session that is not the caller's, or has ended. */
  async end(caller: Principal, sessionId: Guid): Promise<void> {
    sessionOf(caller);
    await this.db.tx(async () => {
      const [found] = await this.db.lock(sql`SELECT s.SessionId AS SessionId FROM sessions s
        WHERE s.SessionId = ${sessionId} AND s.UserId = ${caller.UserId} AND s.EndedAt IS NULL
        AND s.ExpiresAt > ${this.time.at()}`);
      if (!found) throw new NotFound('There is no such session of yours.');
      await this.sessions.end(sessionId);
    });
  }

  async endOthers(caller: Principal): Promise<void> {
    await this.sessions.endAll(caller.UserId, sessionOf(caller));
  }
}

/** The caller's session; API keys have none. Throws Forbidden. */
export function sessionOf({ SessionId }: Principal): Guid {
  if (SessionId === undefined) throw new Forbidden('This needs a signed-in user: an API key cannot do it.');
  return SessionId;
}
