import type { MigrationInterface, QueryRunner } from 'typeorm';
import { text } from './column-kinds.js';
import { addTexts } from './table-definition.js';

/** What is said with a request for a slot, and with its decision. */
export class SlotNotes1764200003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addTexts(runner, 'slot_district_approvals', { Note: text(500) });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('slot_district_approvals', ['Note']);
  }
}
