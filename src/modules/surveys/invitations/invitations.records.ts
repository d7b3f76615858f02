import { Flag, Guid, Int32, ListOf } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { SurveyInvitation } from '../survey-invitation.entity.js';

export class InvitedContact {
  @Int32({ required: true, example: 42 }) ContactId!: number;
}

export class InvitationsRequest {
  @Int32({ required: true, example: 1 }) SurveyId!: number;
  @ListOf(() => InvitedContact, { required: true }) Contacts!: InvitedContact[];
  @Flag({ description: 'true: contacts who have answered the survey are invited again.' }) Again!: boolean;
}

export class RemindersRequest {
  @Int32({ required: true, example: 1 }) SurveyId!: number;
}

export class InvitationRequest {
  @Guid({ description: 'Identifies the invitation.', example: '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3' }) SurveyGuid!: Guid;
}

export class InvitationsResponse extends responseOf('Invitations', SurveyInvitation) {}
