import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, double, flag, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const list = text(16_000_000);

/** Where customers queue, for what, and what they are asked. */
export class Lines1764000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'locations', { LocationId: column(guid, { key: true }), Name: text(200) });
    await createTable(runner, 'agent_locations', {
      AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
      LocationId: column(guid, { key: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
    });
    await createTable(runner, 'stations', {
      StationId: column(guid, { key: true }),
      LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
      Name: text(200),
      Open: flag,
      LineIds: list,
    });
    await createTable(runner, 'service_lines', {
      Id: column(guid, { key: true }),
      LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
      Name: text(200),
      Description: text(4000),
      ServiceDurationMinutes: int32,
      Cost: double,
      UpperThreshold: int32,
      LowerThreshold: int32,
      Active: flag,
      EntDate: datetime,
      ModDate: datetime,
      SendQuestionnaire: flag,
      RequireUpload: flag,
      UploadMessage: text(4000),
    });
    await createTable(runner, 'line_images', {
      ImageId: column(guid, { key: true }),
      LineId: column(guid, { required: true, references: 'service_lines.Id', onDelete: 'CASCADE' }),
      ImageTitle: text(200),
      UploadDate: datetime,
      MimeType: text(100),
      FileName: text(255),
    });
    await createTable(runner, 'line_questions', {
      Id: column(int32, { key: 'generated' }),
      LineId: column(guid, { required: true, references: 'service_lines.Id' }),
      Question: text(1000),
      Active: flag,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['line_questions', 'line_images', 'service_lines', 'stations', 'agent_locations', 'locations'])
      await dropTable(runner, table);
  }
}
