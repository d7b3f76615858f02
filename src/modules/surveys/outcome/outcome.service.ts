import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { columnsOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/list-query.js';
import { NotFound, refuse } from '../../../errors/errors.js';
import { missing, type BoundWith } from '../../../record/bind.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { ScopeService } from '../../agents/scope.service.js';
import { GiftCardReward } from '../gift-card-reward.entity.js';
import { SurveySetup } from '../setup/survey-setup.service.js';
import { contactName } from '../surveys.service.js';
import { RewardDecision, SurveyReward, type SurveyResult } from './outcome.records.js';
import { shareOf } from './share.js';

const rewards = {
  columns: {
    ...columnsOf(GiftCardReward, 'r'),
    SurveyId: sql`i.SurveyId`,
    AgentId: sql`i.AgentId`,
    AgentName: sql`a.AgentName`,
    ContactId: sql`i.ContactId`,
    ContactName: contactName,
    AnsweredAt: sql`i.AnsweredAt`,
  },
  from: sql`gift_card_rewards r JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid`,
  joins: {
    a: sql`JOIN agents a ON a.AgentId = i.AgentId`,
    c: sql`JOIN contacts c ON c.ContactId = i.ContactId`,
  },
  order: [{ descending: sql`r.RewardId` }],
  key: [sql`r.RewardId`],
} satisfies ListStatement<SurveyReward>;

interface Counted {
  QuestionId: number;
  ResponseCode: string;
  /** As it was when it was chosen. */
  Label: string;
  Answers: number;
}

/** What the answers to surveys came to: rewards, and results. */
@Injectable()
export class OutcomeService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly surveys: SurveySetup,
  ) {}

  /** Those in scope, newest first. */
  rewards(caller: Principal, options: ListOptions): ListResult<SurveyReward> {
    const where = this.scope.within(caller, sql`i.AgentId`);
    return this.db.list(SurveyReward, { ...rewards, where }, options);
  }

  /** The reward after the change. Throws Invalid, NotFound, or Forbidden out of scope. */
  async changeReward(caller: Principal, sent: BoundWith<RewardDecision, 'RewardId'>): Promise<SurveyReward> {
    refuse(missing(RewardDecision, sent));
    const { RewardId, Status } = sent;
    const found = await this.db.find(SurveyReward, rewards, sql`r.RewardId = ${RewardId}`);
    if (!found) throw new NotFound(`There is no reward ${RewardId}.`);
    await this.scope.require(caller, found.AgentId);
    const { Status: after } = (await this.db.update(GiftCardReward, { RewardId }, { Status }))!;
    return { ...found, Status: after };
  }

  /** How often each question was answered in which way, by the invitations in scope. Throws NotFound. */
  async results(caller: Principal, surveyId: number): Promise<SurveyResult[]> {
    const { Questions } = await this.surveys.read(surveyId);
    const counted = await this.db.all<Counted>(sql`
      SELECT n.QuestionId AS QuestionId, n.ResponseCode AS ResponseCode, MAX(n.Response) AS Label, COUNT(*) AS Answers
      FROM survey_invitations i JOIN survey_answers n ON n.SurveyGuid = i.SurveyGuid
      WHERE i.SurveyId = ${surveyId} AND ${this.scope.within(caller, sql`i.AgentId`)}
      GROUP BY n.QuestionId, n.ResponseCode ORDER BY n.QuestionId, n.ResponseCode`);
    return Questions.flatMap(({ QuestionId, Text: Question, Kind, Options }) => {
      const answers = counted.filter((one) => one.QuestionId === QuestionId);
      const total = answers.reduce((sum, { Answers }) => sum + Answers, 0);
      const offered = Kind === 'Choice' ? Options : [{ Code: '', Label: '' }];
      // Imported answers may be of options that there are no more.
      const gone = answers.filter(({ ResponseCode }) => !offered.some(({ Code }) => Code === ResponseCode));
      return [...offered, ...gone.map(({ ResponseCode: Code, Label }) => ({ Code, Label }))].map(({ Code, Label }) => {
        const { Answers } = answers.find(({ ResponseCode }) => ResponseCode === Code) ?? { Answers: 0 };
        return { QuestionId, Question, Code, Label, Answers, Share: shareOf(Answers, total) };
      });
    });
  }
}
