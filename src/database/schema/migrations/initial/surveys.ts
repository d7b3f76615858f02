import { datetime, flag, guid, int32, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

const number = column(int32, { key: 'generated' });
const moment = column(datetime, { required: true });
const refersTo = (references: string) => column(int32, { required: true, references });

export const surveyTables = [
  table('surveys', { SurveyId: number, ...name('Title', 200, { required: true }), Active: flag }),
  table('survey_questions', {
    QuestionId: number,
    SurveyId: refersTo('surveys.SurveyId'),
    Text: column(text(1000), { required: true }),
    Kind: text(20),
    Required: flag,
    SortOrder: int32,
    MinLabel: text(200),
    MaxLabel: text(200),
  }),
  table('survey_options', {
    QuestionId: column(int32, { key: true, references: 'survey_questions.QuestionId', onDelete: 'CASCADE' }),
    Code: column(text(50), { key: true }),
    Label: column(text(200), { required: true }),
    SortOrder: int32,
  }),
  table(
    'survey_invitations',
    {
      SurveyGuid: column(guid, { key: true }),
      SurveyId: refersTo('surveys.SurveyId'),
      AgentId: refersTo('agents.AgentId'),
      ContactId: refersTo('contacts.ContactId'),
      ExpiresAt: moment,
      AnsweredAt: datetime,
    },
    { indexes: [['ExpiresAt', 'SurveyGuid']] },
  ),
  table(
    'survey_answers',
    {
      SurveyGuid: column(guid, { key: true, references: 'survey_invitations.SurveyGuid' }),
      QuestionId: column(int32, { key: true, references: 'survey_questions.QuestionId' }),
      Response: text(4000),
      ResponseCode: text(50),
      DateAnswered: moment,
    },
    { indexes: [['DateAnswered']] },
  ),
  table('gift_card_rewards', {
    RewardId: number,
    SurveyGuid: column(guid, { required: true, references: 'survey_invitations.SurveyGuid', unique: true }),
    Status: text(20),
  }),
];
