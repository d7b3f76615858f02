import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Endpoint, Input, Resource, roles, ListQuery } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import { Conflict, Gone, NotFound, Forbidden } from '../../../errors/errors.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import { SubmissionsService } from './submissions.service.js';
import { SurveyAnswerRequest, SurveyAnswerResponse } from '../surveys.records.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { SurveysResponse } from '../setup/survey-setup.records.js';
import {
  InvitationRequest,
  InvitationsRequest,
  InvitationsResponse,
  RemindersRequest,
} from '../invitations/invitations.records.js';
import { InvitationsService } from '../invitations/invitations.service.js';

const path = '/v1/Survey/GiftCard/Invitations';
const records = { request: InvitationsRequest, response: InvitationsResponse };

@Resource({
  name: 'Survey',
  title: 'Gift card survey: answering',
  order: 9,
  access: roles(Role.Agent, Role.Administrator),
})
export class SurveyController {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly invitations: InvitationsService,
  ) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Survey/GiftCard/Answer',
    request: SurveyAnswerRequest,
    response: SurveyAnswerResponse,
    summary: 'Answer a survey',
    description:
      'Records the answers to an invitation, once, and adds one reward, unless the contact already has a reward for ' +
      'the survey that is not Cancelled. A blank Response is no answer, which withdraws an optional choice. The same ' +
      'answers again change nothing; other answers: 409.',
    errors: [NotFound, Conflict, Gone],
    example: {
      SurveyGuid: '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3',
      Responses: [
        { QuestionId: 1, Response: 'Yes' },
        { QuestionId: 2, Response: '5' },
      ],
    },
  })
  async answerSurvey(@Input() request: Bound<SurveyAnswerRequest>, @Caller() caller: Principal) {
    await this.submissions.submit(request, caller);
    return { Success: true };
  }

  @Endpoint({
    group: groups.surveys,
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'List invitations',
    description:
      "Lists the invitations whose agent, or whose contact's current agent, is in scope; latest ExpiresAt first.",
  })
  listInvitations(
    @Input() _: Bound<InvitationsRequest>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Invitations: this.invitations.list(caller, options) };
  }

  @Endpoint({
    group: groups.surveys,
    ...records,
    verb: 'POST',
    delegable: true,
    path,
    summary: 'Invite contacts to a survey',
    description:
      "Invites all contacts or none, for 60 days, in the name of your agent, or of the contact's agent if you have " +
      'none. A contact keeps an open invitation to the survey; so does a contact who has answered, unless you send ' +
      'Again. A contact with DoNotContact, or a closed survey: 409.',
    example: { SurveyId: 1, Contacts: [{ ContactId: 31 }, { ContactId: 37 }] },
    errors: [NotFound, Forbidden, Conflict],
  })
  async inviteContacts(@Input() sent: Bound<InvitationsRequest>, @Caller() caller: Principal) {
    return { Invitations: await this.invitations.invite(caller, sent) };
  }

  @Endpoint({
    group: groups.surveys,
    verb: 'POST',
    delegable: true,
    path: `${path}/Reminders`,
    request: RemindersRequest,
    response: InvitationsResponse,
    summary: 'Remind contacts of a survey',
    description:
      'Sends the invitation again to the contacts in scope who have not answered an open one, the oldest first, at ' +
      'most 500 at once. Returns these invitations. A contact gets no reminder within 24 hours of the last message ' +
      'about the invitation, so you can repeat the call. A closed survey: 409.',
    errors: [NotFound, Conflict],
  })
  async remindContacts(@Input() sent: Bound<RemindersRequest>, @Caller() caller: Principal) {
    return { Invitations: await this.invitations.remind(caller, sent) };
  }

  @Endpoint({
    group: groups.surveys,
    verb: 'GET',
    delegable: true,
    path: '/v1/Survey/GiftCard/{SurveyGuid}',
    request: InvitationRequest,
    response: SurveysResponse,
    etag: true,
    summary: 'Read the questions of an invitation',
    description:
      'Returns the survey with its questions and their options. An answered invitation: 409. An expired invitation, ' +
      'or a closed survey: 410.',
    errors: [NotFound, Forbidden, Conflict, Gone],
  })
  async readInvitation(
    @Input() { SurveyGuid }: BoundWith<InvitationRequest, 'SurveyGuid'>,
    @Caller() caller: Principal,
  ) {
    return { Surveys: [await this.invitations.survey(caller, SurveyGuid)] };
  }
}
