import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import type { Columns } from '../../database/schema/columns.js';
import { NotFound } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { SurveyResponse, type SurveyAdminFilter, type SurveyAdminRequest } from './surveys.records.js';

const first = sql`COALESCE(c.FirstName, '')`;
const last = sql`COALESCE(c.LastName, '')`;

/** Last name, first name of the contact `c`. */
export const contactName = sql`CONCAT(${last},
  CASE WHEN ${first} <> '' AND ${last} <> '' THEN ', ' ELSE '' END, ${first})`;

const columns: Columns<SurveyResponse> = {
  ContactFullName: sql`TRIM(CONCAT(${first}, ' ', ${last}))`,
  SurveyId: sql`i.SurveyId`,
  ContactId: sql`i.ContactId`,
  ContactName: contactName,
  AgentId: sql`i.AgentId`,
  AgentName: sql`a.AgentName`,
  Response: sql`n.Response`,
  ResponseCode: sql`n.ResponseCode`,
  DateAnswered: sql`n.DateAnswered`,
};

@Injectable()
export class SurveysService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /** The recorded answers in the caller's scope, newest first. Throws NotFound for an unknown survey. */
  async answers(
    { SurveyId, From, To }: Bound<SurveyAdminRequest & SurveyAdminFilter>,
    caller: Principal,
    options: ListOptions,
  ): Promise<ListResult<SurveyResponse>> {
    if (SurveyId !== undefined) await this.requireSurvey(SurveyId);
    const survey = SurveyId === undefined ? empty : sql` AND i.SurveyId = ${SurveyId}`;
    const since = From ? sql` AND n.DateAnswered >= ${From}` : empty;
    const until = To ? sql` AND n.DateAnswered <= ${To}` : empty;
    return this.db.list(
      SurveyResponse,
      {
        columns,
        from: sql`survey_answers n
          JOIN survey_invitations i ON i.SurveyGuid = n.SurveyGuid
          JOIN survey_questions q ON q.QuestionId = n.QuestionId
          JOIN contacts c ON c.ContactId = i.ContactId
          JOIN agents a ON a.AgentId = i.AgentId`,
        where: sql`${this.scope.within(caller, sql`i.AgentId`)}${survey}${since}${until}`,
        order: [{ descending: sql`n.DateAnswered` }, sql`n.SurveyGuid`, sql`q.SortOrder`, sql`n.QuestionId`],
        key: [sql`n.SurveyGuid`, sql`n.QuestionId`],
      },
      options,
    );
  }

  private async requireSurvey(id: number): Promise<void> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM surveys s WHERE s.SurveyId = ${id}`);
    if (!found) throw new NotFound(`There is no survey ${id}.`);
  }
}
