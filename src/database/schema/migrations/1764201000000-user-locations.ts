import type { MigrationInterface, QueryRunner } from 'typeorm';
import { guid } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const userLocations = table('user_locations', {
  UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
  LocationId: column(guid, { key: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
});

export class UserLocations1764201000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, userLocations);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, userLocations.name);
  }
}
