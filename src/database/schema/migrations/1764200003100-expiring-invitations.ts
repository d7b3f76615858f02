import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from './table-definition.js';

const indexes = [['ExpiresAt', 'SurveyGuid']];

/** Invitations are listed by when they expire. */
export class ExpiringInvitations1764200003100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'survey_invitations', indexes);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'survey_invitations', indexes);
  }
}
