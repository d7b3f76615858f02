import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addFlags } from './table-definition.js';

const tables = ['locations', 'stations'];

/** What has visits is no longer removed, but inactive. What there is, is active. */
export class ActivePlaces1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await addFlags(runner, table, { Active: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.dropColumns(table, ['Active']);
  }
}
