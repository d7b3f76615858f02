import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { columns } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch, refuse } from '../../../errors/errors.js';
import { missing, type Bound } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { OutcomeService } from '../outcome/outcome.service.js';
import { SurveySetupService } from '../setup/survey-setup.service.js';
import { readSubmission, sameAnswers } from './submission.js';
import { SurveyAnswer, SurveyInvitation } from '../survey-invitation.entity.js';
import { SurveyAnswerRequest, type SurveyQuestionResponse } from '../surveys.records.js';

@Injectable()
export class SubmissionsService {
  constructor(
    private readonly db: Db,
    private readonly surveys: SurveySetupService,
    private readonly invitations: InvitationsService,
    private readonly rewards: OutcomeService,
    private readonly clock: BusinessClock,
  ) {}

  /**
   * Records the answers to an invitation. If the same answers were recorded before, nothing changes. Throws Invalid for
   * a missing SurveyGuid, and then, in this order: NotFound for an unknown invitation, Forbidden for an invitation out
   * of scope, Conflict if other answers were recorded, Gone if the invitation has expired or its survey is closed, and
   * Invalid for the answers.
   */
  async submit(request: Bound<SurveyAnswerRequest>, caller: Principal): Promise<void> {
    refuse(missing(SurveyAnswerRequest, request));
    const invitation = await this.lock(request.SurveyGuid!);
    await this.invitations.mustBeInScope(caller, invitation);
    await this.record(invitation, request.Responses ?? []);
  }

  /**
   * Like `submit`, but without checking the scope: the contact needs no sign-in, because the SurveyGuid in the link is
   * secret.
   */
  submitByLink(guid: Guid, responses: readonly Bound<SurveyQuestionResponse>[]): Promise<void> {
    return this.db.tx(async () => this.record(await this.lock(guid), responses));
  }

  private async record(
    invitation: SurveyInvitation,
    responses: readonly Bound<SurveyQuestionResponse>[],
  ): Promise<void> {
    const { SurveyGuid, SurveyId, AnsweredAt } = invitation;
    // Lock the survey, so that its questions do not change until the answers are recorded.
    const survey = await this.surveys.hold(SurveyId);
    const { answers, errors } = readSubmission(survey.Questions, responses);
    if (AnsweredAt !== null) {
      if (errors.length === 0 && sameAnswers(answers, await this.recorded(SurveyGuid))) return;
      throw new Conflict('The invitation was answered already, with other answers.');
    }
    await this.invitations.mustBeOpen(invitation, survey);
    refuse(errors);
    const now = this.clock.now();
    await this.db.update(SurveyInvitation, { SurveyGuid }, { AnsweredAt: now });
    await this.db.insertAll(
      SurveyAnswer,
      answers.map((answer) => ({ ...answer, SurveyGuid, DateAnswered: now })),
    );
    await this.rewards.give(invitation);
  }

  /** Locks the invitation until the transaction ends, so that concurrent submissions run one after the other. */
  private async lock(guid: Guid): Promise<SurveyInvitation> {
    const invitation = await this.db.lockRow(SurveyInvitation, { SurveyGuid: guid });
    if (!invitation) throw noSuch('invitation');
    return invitation;
  }

  private recorded(guid: Guid): Promise<SurveyAnswer[]> {
    return this.db.all(sql`SELECT ${columns(SurveyAnswer, 'n')} FROM survey_answers n WHERE n.SurveyGuid = ${guid}`);
  }
}
