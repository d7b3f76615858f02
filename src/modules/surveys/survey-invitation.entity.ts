import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32 } from '../../record/fields.js';

/** That an agent asked a contact to answer a survey: once, and until it expires (60 days after it was sent). */
@Table('survey_invitations', {
  set: 'survey-invitations',
  indexes: [['ExpiresAt', 'SurveyGuid']],
  ofPerson: { keep: 'that the contact was asked, and when it answered' },
})
export class SurveyInvitation {
  @Guid({ key: true }) SurveyGuid!: Guid;
  @Int32({ required: true, references: 'Survey.SurveyId' }) SurveyId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Int32({ required: true, references: 'Contact.ContactId' }) ContactId!: number;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  @DateTime() AnsweredAt!: DateTime | null;
}
