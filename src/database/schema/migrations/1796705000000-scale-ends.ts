import type { MigrationInterface, QueryRunner } from 'typeorm';
import { text } from './column-kinds.js';
import { addTexts } from './table-definition.js';

/** Adds the names of both ends of a scale to the questions of surveys. */
export class ScaleEnds1796705000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addTexts(runner, 'survey_questions', { MinLabel: text(200), MaxLabel: text(200) });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('survey_questions', ['MinLabel', 'MaxLabel']);
  }
}
