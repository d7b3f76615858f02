import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const number = column(int32, { key: 'generated' });
const moment = column(datetime, { required: true });
const refersTo = (references: string) => column(int32, { required: true, references });

/** Surveys, who was invited to them, what was answered, and the gift cards for it. */
export class Surveys1764000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'surveys', { SurveyId: number, Title: column(text(200), { required: true }) });
    await createTable(runner, 'survey_questions', {
      QuestionId: number,
      SurveyId: refersTo('surveys.SurveyId'),
      Text: column(text(1000), { required: true }),
      Kind: text(20),
      Required: flag,
      SortOrder: int32,
    });
    await createTable(runner, 'survey_options', {
      QuestionId: column(int32, { key: true, references: 'survey_questions.QuestionId', onDelete: 'CASCADE' }),
      Code: column(text(50), { key: true }),
      Label: column(text(200), { required: true }),
    });
    await createTable(runner, 'survey_invitations', {
      SurveyGuid: column(guid, { key: true }),
      SurveyId: refersTo('surveys.SurveyId'),
      AgentId: refersTo('agents.AgentId'),
      ContactId: refersTo('contacts.ContactId'),
      ExpiresAt: moment,
      AnsweredAt: datetime,
    });
    await createTable(
      runner,
      'survey_answers',
      {
        SurveyGuid: column(guid, { key: true, references: 'survey_invitations.SurveyGuid' }),
        QuestionId: column(int32, { key: true, references: 'survey_questions.QuestionId' }),
        Response: text(4000),
        ResponseCode: text(50),
        DateAnswered: moment,
      },
      { indexes: [['DateAnswered']] },
    );
    await createTable(runner, 'gift_card_rewards', {
      RewardId: number,
      SurveyGuid: column(guid, { required: true, references: 'survey_invitations.SurveyGuid', unique: true }),
      Status: text(20),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'gift_card_rewards',
      'survey_answers',
      'survey_invitations',
      'survey_options',
      'survey_questions',
      'surveys',
    ];
    for (const table of tables) await dropTable(runner, table);
  }
}
