import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import {
  addressedName,
  MessageSubject,
  textIn,
  valuesIn,
  type Found,
  type MessageRow,
} from '../messages/message-subject.js';

/** Messages about survey invitations. */
@Injectable()
export class InvitationsSubject extends MessageSubject {
  override readonly about = 'SurveyInvitation';

  constructor(
    private readonly db: Db,
    private readonly config: Config,
  ) {
    super();
  }

  override async find(guid: Guid): Promise<Found | undefined> {
    const row = await this.db.one<MessageRow>(sql`SELECT c.ContactId AS ContactId, ${addressedName} AS Name,
        a.AgentName AS Agent, s.Title AS Survey, i.ExpiresAt AS Expires, i.SurveyGuid AS SurveyGuid
      FROM survey_invitations i JOIN contacts c ON c.ContactId = i.ContactId JOIN agents a ON a.AgentId = i.AgentId
        JOIN surveys s ON s.SurveyId = i.SurveyId
      WHERE i.SurveyGuid = ${guid}`);
    if (!row) return undefined;
    const { ContactId, SurveyGuid, ...values } = row;
    const Link = `${this.config.surveyUrl}${textIn(SurveyGuid)}`;
    return { ContactId: Number(ContactId), values: valuesIn({ ...values, Link }) };
  }
}
