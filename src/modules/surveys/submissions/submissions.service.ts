import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { columns } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, Gone, Invalid, NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { ScopeService } from '../../agents/scope.service.js';
import { GiftCardReward } from '../gift-card-reward.entity.js';
import { SurveySetup } from '../setup/survey-setup.service.js';
import { readSubmission, sameAnswers } from './submission.js';
import { SurveyAnswer } from '../survey-answer.entity.js';
import { SurveyInvitation } from '../survey-invitation.entity.js';
import { SurveyAnswerRequest } from '../surveys.records.js';

/** Answers to invitations: each is recorded once and earns one gift card. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly surveys: SurveySetup,
    private readonly clock: BusinessClock,
  ) {}

  /**
   * Records the answers; the same answers again change nothing. Throws, in this order: NotFound for an unknown
   * invitation, Forbidden out of scope, Conflict when it has other answers, Gone when it has expired, Invalid.
   */
  async submit(request: Bound<SurveyAnswerRequest>, caller: Principal): Promise<void> {
    const absent = missing(SurveyAnswerRequest, request);
    if (absent.length > 0) throw new Invalid(absent);
    const { SurveyGuid, SurveyId, AgentId, ContactId, ExpiresAt, AnsweredAt } = await this.lock(request.SurveyGuid!);
    await this.scope.require(caller, AgentId);
    // What is asked stays as it is until it is answered.
    await this.db.hold(sql`SELECT s.SurveyId AS SurveyId FROM surveys s WHERE s.SurveyId = ${SurveyId}`);
    const { Questions } = await this.surveys.read(SurveyId);
    const { answers, errors } = readSubmission(Questions, request.Responses ?? []);
    if (AnsweredAt !== null) {
      if (errors.length === 0 && sameAnswers(answers, await this.recorded(SurveyGuid))) return;
      throw new Conflict('The invitation was answered already, with other answers.');
    }
    const now = this.clock.now();
    if (ExpiresAt < now) throw new Gone('The invitation has expired.');
    refuse(errors);
    await this.db.update(SurveyInvitation, { SurveyGuid }, { AnsweredAt: now });
    await this.db.insertAll(
      SurveyAnswer,
      answers.map((answer) => ({ ...answer, SurveyGuid, DateAnswered: now })),
    );
    await this.db.insert(GiftCardReward, { SurveyGuid });
    await this.contacts.giveGiftCard(ContactId);
  }

  /** The invitation, held until the transaction ends: of submissions at the same time one goes first. */
  private async lock(guid: Guid): Promise<SurveyInvitation> {
    const found = (
      await this.db.lock<SurveyInvitation>(
        sql`SELECT ${columns(SurveyInvitation, 'i')} FROM survey_invitations i WHERE i.SurveyGuid = ${guid}`,
      )
    ).at(0);
    if (!found) throw new NotFound('There is no such invitation.');
    return found;
  }

  private recorded(guid: Guid): Promise<SurveyAnswer[]> {
    return this.db.all(sql`SELECT ${columns(SurveyAnswer, 'n')} FROM survey_answers n WHERE n.SurveyGuid = ${guid}`);
  }
}
