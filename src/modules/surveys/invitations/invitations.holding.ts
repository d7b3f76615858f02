import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Holding, type HandOver, type Party } from '../../agents/leaving/holding.js';
import { SurveyInvitation } from '../survey-invitation.entity.js';

/** Invitations that can still be answered. The contacts keep their links. */
@Injectable()
export class OpenInvitations extends Holding {
  readonly kind = 'Invitations';

  constructor(
    db: Db,
    private readonly clock: BusinessClock,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`survey_invitations i
      WHERE i.AgentId = ${AgentId} AND i.AnsweredAt IS NULL AND i.ExpiresAt >= ${this.clock.now()}`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const open = await this.db.lock<SurveyInvitation>(sql`SELECT i.SurveyGuid AS SurveyGuid, i.AgentId AS AgentId
      FROM ${this.of(from)} ORDER BY i.SurveyGuid LIMIT ${most}`);
    await this.db.updateHeld(SurveyInvitation, open, { AgentId: to.AgentId });
    return open.length;
  }
}
