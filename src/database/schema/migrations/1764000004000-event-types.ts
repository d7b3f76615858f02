import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

export class EventTypes1764000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'event_types',
      {
        EventTypeId: column(int32, { key: 'generated' }),
        EventTypeName: column(text(100), { required: true }),
        EventCategory: column(text(50), { required: true }),
        IsActive: flag,
      },
      { indexes: [['EventCategory', 'EventTypeName']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'event_types');
  }
}
