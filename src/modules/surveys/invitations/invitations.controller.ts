import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, Gone, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../../http/endpoint/endpoint.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { surveyDesk } from '../setup/survey-desk.js';
import { SurveysResponse } from '../setup/survey-setup.records.js';
import { InvitationRequest, InvitationsRequest, InvitationsResponse } from './invitations.records.js';
import { InvitationsService } from './invitations.service.js';

const path = '/v1/Survey/GiftCard/Invitations';
const records = { request: InvitationsRequest, response: InvitationsResponse };

@Resource(surveyDesk)
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'List invitations',
    description: "Those in the caller's scope, the last to expire first.",
  })
  listInvitations(
    @Input() _: Bound<InvitationsRequest>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Invitations: this.invitations.list(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    delegable: true,
    path,
    summary: 'Invite contacts to a survey',
    description:
      'In the order sent, for 60 days, from the own agent or else from that of the contact. Who has an open ' +
      'invitation from that agent keeps it. All or nothing.',
    example: { SurveyId: 1, Contacts: [{ ContactId: 31 }, { ContactId: 37 }] },
    errors: [NotFound, Forbidden, Conflict],
  })
  async inviteContacts(@Input() sent: Bound<InvitationsRequest>, @Caller() caller: Principal) {
    return { Invitations: await this.invitations.invite(caller, sent) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Survey/GiftCard/{SurveyGuid}',
    request: InvitationRequest,
    response: SurveysResponse,
    summary: 'Read what an invitation asks',
    description:
      'The survey with its questions and their options. One that was answered: 409; one that has expired: 410.',
    errors: [NotFound, Forbidden, Conflict, Gone],
  })
  async readInvitation(
    @Input() { SurveyGuid }: BoundWith<InvitationRequest, 'SurveyGuid'>,
    @Caller() caller: Principal,
  ) {
    return { Surveys: [await this.invitations.asked(caller, SurveyGuid)] };
  }
}
