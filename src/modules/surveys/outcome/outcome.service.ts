import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { orderErrors } from '../../../context/range.js';
import { columnsOf, type Columns } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { joinedName, keyedBy } from '../../../database/schema/name-keys.js';
import type { ListStatement } from '../../../database/lists/list-query.js';
import { Conflict, noSuch, refuse } from '../../../errors/errors.js';
import { missing, type BoundWith, type Bound } from '../../../record/bind.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { ScopeService } from '../../agents/scope.service.js';
import { Contact } from '../../contacts/contact.entity.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { type MergeStep, MergeRule } from '../../contacts/merge/merge-rule.js';
import { GiftCardReward, type SurveyInvitation } from '../survey-invitation.entity.js';
import { SurveySetupService } from '../setup/survey-setup.service.js';
import { AnsweredQuestion, RewardDecision, SurveyReward, type SurveyResult } from './outcome.records.js';
import { SurveyResponse, type SurveyAdminFilter, type SurveyAdminRequest } from '../surveys.records.js';

const first = sql`COALESCE(c.FirstName, '')`;
const last = sql`COALESCE(c.LastName, '')`;

/** SQL for the name of the contact `c`, as `Last name, first name`. */
const contactName = keyedBy(
  byLastName(first, last),
  byLastName(sql`COALESCE(c.FirstNameKey, '')`, sql`COALESCE(c.LastNameKey, '')`),
);

function byLastName(firstName: Sql, lastName: Sql): Sql {
  return sql`CONCAT(${lastName},
    CASE WHEN ${firstName} <> '' AND ${lastName} <> '' THEN ', ' ELSE '' END, ${firstName})`;
}

const rewards = {
  columns: {
    ...columnsOf(GiftCardReward, 'r'),
    SurveyId: sql`i.SurveyId`,
    AgentId: sql`i.AgentId`,
    AgentName: joinedName('a', 'AgentName'),
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

const pending = 'Pending';
const cancelled = 'Cancelled';

interface Counted {
  QuestionId: number;
  ResponseCode: string;
  /** The label of the option as it was stored with the answers. */
  Label: string;
  Answers: number;
}

/** The condition that the agent of an invitation `i`, or the current agent of its contact `c`, is in scope. */
export function invitationsInScope(scope: ScopeService, caller: Principal): Sql {
  return scope.withinAny(caller, sql`i.AgentId`, sql`c.AgentId`);
}

const answerColumns: Columns<SurveyResponse> = {
  ContactFullName: keyedBy(
    sql`TRIM(CONCAT(${first}, ' ', ${last}))`,
    sql`TRIM(CONCAT(COALESCE(c.FirstNameKey, ''), ' ', COALESCE(c.LastNameKey, '')))`,
  ),
  SurveyId: sql`i.SurveyId`,
  ContactId: sql`i.ContactId`,
  ContactName: contactName,
  AgentId: sql`i.AgentId`,
  AgentName: joinedName('a', 'AgentName'),
  Response: sql`n.Response`,
  ResponseCode: sql`n.ResponseCode`,
  DateAnswered: sql`n.DateAnswered`,
};

const questionColumns: Columns<AnsweredQuestion> = {
  SurveyGuid: sql`n.SurveyGuid`,
  QuestionId: sql`n.QuestionId`,
  Question: sql`q.Text`,
  ...answerColumns,
};

type AnswersRequest = Bound<SurveyAdminRequest & SurveyAdminFilter>;

@Injectable()
export class OutcomeService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly surveys: SurveySetupService,
  ) {}

  /** The rewards in the caller's scope, newest first. */
  rewards(caller: Principal, options: ListOptions): ListResult<SurveyReward> {
    const where = invitationsInScope(this.scope, caller);
    return this.db.list(SurveyReward, { ...rewards, where }, options);
  }

  /**
   * Returns the changed reward. Throws Invalid, NotFound, or Conflict if the contact has another reward for the survey
   * that is not cancelled.
   */
  async changeReward(sent: BoundWith<RewardDecision, 'RewardId'>): Promise<SurveyReward> {
    refuse(missing(RewardDecision, sent));
    const { RewardId, Status } = sent;
    const found = await this.locked(RewardId);
    const { SurveyGuid, SurveyId, ContactId } = found;
    const others = (await this.openRewards(ContactId)).filter((one) => one.RewardId !== RewardId);
    if (Status !== cancelled && others.some((one) => one.SurveyId === SurveyId))
      throw secondReward(ContactId, SurveyId);
    await this.db.update(GiftCardReward, { RewardId }, { Status });
    await this.contacts.setHasGiftCard(ContactId, Status !== cancelled || others.length > 0);
    return { ...found, SurveyGuid, Status: Status! };
  }

  /** Locks the reward and its contact for a change, and returns the reward. Throws NotFound. */
  async locked(rewardId: number): Promise<SurveyReward> {
    const contact = await this.db.one<{ ContactId: number }>(sql`SELECT i.ContactId AS ContactId
      FROM gift_card_rewards r JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid
      WHERE r.RewardId = ${rewardId}`);
    await this.db.lockRow(Contact, { ContactId: contact?.ContactId ?? 0 });
    await this.db.lockRow(GiftCardReward, { RewardId: rewardId });
    const found = await this.db.rowOfList(SurveyReward, rewards, sql`r.RewardId = ${rewardId}`);
    if (!found) throw noSuch('reward', rewardId);
    return found;
  }

  /**
   * Adds a reward for an answered invitation, unless the contact has one for the survey that is not cancelled. Sets the
   * contact's HasGiftCard.
   */
  async give({ SurveyGuid, SurveyId, ContactId }: SurveyInvitation): Promise<void> {
    const held = await this.openRewards(ContactId);
    if (!held.some((one) => one.SurveyId === SurveyId)) await this.db.insert(GiftCardReward, { SurveyGuid });
    await this.contacts.setHasGiftCard(ContactId, true);
  }

  /**
   * Sets HasGiftCard of the contacts who have the stored rewards `rewardIds`. Throws Conflict if such a contact has two
   * rewards for the same survey that are not cancelled.
   */
  async settle(rewardIds: readonly number[]): Promise<void> {
    const contacts = await this.db.all<{ ContactId: number }>(sql`SELECT DISTINCT i.ContactId AS ContactId
      FROM gift_card_rewards r JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid
      WHERE r.RewardId IN (${join([...rewardIds])}) ORDER BY i.ContactId`);
    for (const { ContactId } of contacts) {
      const held = await this.openRewards(ContactId);
      const written = held.filter(({ RewardId }) => rewardIds.includes(RewardId));
      for (const { RewardId, SurveyId } of written)
        if (held.some((one) => one.SurveyId === SurveyId && one.RewardId !== RewardId))
          throw secondReward(ContactId, SurveyId);
      await this.contacts.setHasGiftCard(ContactId, held.length > 0);
    }
  }

  /**
   * For each survey, cancels the contact's pending rewards except the first, and the first too if a reward was sent.
   * Sets HasGiftCard. Returns the changes of the rewards.
   */
  async settleContact(contactId: number): Promise<MergeStep[]> {
    const held = await this.openRewards(contactId);
    const doubled = held.filter(({ RewardId, SurveyId, Status }) =>
      held.some(
        (other) =>
          other.SurveyId === SurveyId && Status === pending && (other.Status !== pending || other.RewardId < RewardId),
      ),
    );
    const keys = doubled.map(({ RewardId }) => ({ RewardId }));
    await this.db.updateAll(GiftCardReward, keys, { Status: cancelled });
    const contact = await this.db.read(Contact, { ContactId: contactId });
    const hasReward = held.length > 0;
    if (Boolean(contact?.HasGiftCard) !== hasReward) await this.contacts.setHasGiftCard(contactId, hasReward);
    return keys.length === 0
      ? []
      : [{ record: GiftCardReward.name, keys, field: 'Status', from: pending, to: cancelled }];
  }

  /** The contact's rewards that are not cancelled. Locks the contact, so that no concurrent call adds a reward. */
  private async openRewards(contactId: number): Promise<Pick<SurveyReward, 'RewardId' | 'SurveyId' | 'Status'>[]> {
    await this.db.lockRow(Contact, { ContactId: contactId });
    return this.db.all(sql`SELECT r.RewardId AS RewardId, i.SurveyId AS SurveyId, r.Status AS Status
      FROM survey_invitations i
      JOIN gift_card_rewards r ON r.SurveyGuid = i.SurveyGuid
      WHERE i.ContactId = ${contactId} AND r.Status <> ${cancelled}`);
  }

  /** Counts the answers to each question in the invitations of the caller's scope. Throws NotFound. */
  async results(caller: Principal, surveyId: number): Promise<SurveyResult[]> {
    const { Questions } = await this.surveys.read(surveyId);
    const counted = await this.db.all<Counted>(sql`
      SELECT n.QuestionId AS QuestionId, n.ResponseCode AS ResponseCode, MAX(n.Response) AS Label, COUNT(*) AS Answers
      FROM survey_invitations i JOIN survey_answers n ON n.SurveyGuid = i.SurveyGuid
      JOIN contacts c ON c.ContactId = i.ContactId
      WHERE i.SurveyId = ${surveyId} AND ${invitationsInScope(this.scope, caller)}
      GROUP BY n.QuestionId, n.ResponseCode ORDER BY n.QuestionId, n.ResponseCode`);
    const answered = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM survey_invitations i
      JOIN contacts c ON c.ContactId = i.ContactId
      WHERE i.SurveyId = ${surveyId} AND i.AnsweredAt IS NOT NULL AND ${invitationsInScope(this.scope, caller)}`);
    return Questions.flatMap(({ QuestionId, Text: Question, Kind, Options, MinLabel, MaxLabel }) => {
      const answers = counted.filter((one) => one.QuestionId === QuestionId);
      const total = Kind === 'Choice' ? answers.reduce((sum, { Answers }) => sum + Answers, 0) : answered!.Total;
      const offered = Kind === 'Choice' ? Options : [{ Code: '', Label: '' }];
      // Imported answers may have the codes of options that were removed.
      const gone = answers.filter(({ ResponseCode }) => !offered.some(({ Code }) => Code === ResponseCode));
      return [...offered, ...gone.map(({ ResponseCode: Code, Label }) => ({ Code, Label }))].map(({ Code, Label }) => {
        const { Answers } = answers.find(({ ResponseCode }) => ResponseCode === Code) ?? { Answers: 0 };
        return { QuestionId, Question, Code, Label, Answers, Share: shareOf(Answers, total), MinLabel, MaxLabel };
      });
    });
  }

  /** The recorded answers in the caller's scope, newest first. Throws Invalid, or NotFound for an unknown survey. */
  async answers(request: AnswersRequest, caller: Principal, options: ListOptions): Promise<ListResult<SurveyResponse>> {
    const found = await this.answersIn(request, caller);
    return this.db.list(SurveyResponse, { ...found, columns: answerColumns }, options);
  }

  /** The same answers as `answers`, with their questions. */
  async answeredQuestions(
    request: AnswersRequest,
    caller: Principal,
    options: ListOptions,
  ): Promise<ListResult<AnsweredQuestion>> {
    const found = await this.answersIn(request, caller);
    return this.db.list(AnsweredQuestion, { ...found, columns: questionColumns }, options);
  }

  private async answersIn({ SurveyId, From, To }: AnswersRequest, caller: Principal) {
    refuse(orderErrors(From, To, ['From', 'To']));
    if (SurveyId !== undefined && !(await this.db.exists(sql`surveys WHERE SurveyId = ${SurveyId}`)))
      throw noSuch('survey', SurveyId);
    const survey = SurveyId === undefined ? empty : sql` AND i.SurveyId = ${SurveyId}`;
    const since = From ? sql` AND n.DateAnswered >= ${From}` : empty;
    const until = To ? sql` AND n.DateAnswered <= ${To}` : empty;
    return {
      from: sql`survey_answers n
        JOIN survey_invitations i ON i.SurveyGuid = n.SurveyGuid
        JOIN survey_questions q ON q.QuestionId = n.QuestionId
        JOIN contacts c ON c.ContactId = i.ContactId
        JOIN agents a ON a.AgentId = i.AgentId`,
      where: sql`${invitationsInScope(this.scope, caller)}${survey}${since}${until}`,
      order: [{ descending: sql`n.DateAnswered` }, sql`n.SurveyGuid`, sql`q.SortOrder`, sql`n.QuestionId`],
      key: [sql`n.SurveyGuid`, sql`n.QuestionId`],
    };
  }
}

/** Returns `part / whole` in hundredths, rounded half up; 0 if `whole` is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((200 * part + whole) / (2 * whole));
}

function secondReward(contactId: number, surveyId: number): Conflict {
  return new Conflict(`Contact ${contactId} has another reward for survey ${surveyId}. Cancel it first.`);
}

/** When contacts are merged, cancels pending rewards of the contact who has another reward for the same survey. */
@Injectable()
export class RewardsMergeRule extends MergeRule {
  constructor(private readonly outcome: OutcomeService) {
    super();
  }

  override settle(contactId: number): Promise<MergeStep[]> {
    return this.outcome.settleContact(contactId);
  }
}
