import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from './table-definition.js';

const days = [['BusinessDay', 'LocationId', 'Status']];

/** The queue of a day, and the days of a report, are found by an index. */
export class DaysOfVisits1764200000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'checkins', days);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'checkins', days);
  }
}
