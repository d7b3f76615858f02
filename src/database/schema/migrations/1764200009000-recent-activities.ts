import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from './table-definition.js';

const added = [['StartDate', 'ContactId', 'EventTypeId', 'ActivityId']];

/** Who was contacted last is found from the newest activity on. */
export class RecentActivities1764200009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'activities', added);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'activities', added);
  }
}
