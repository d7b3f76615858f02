import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, int32, int64, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

export class Slots1764000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'slot_districts', {
      SlotDistrictID: column(int32, { key: 'generated' }),
      DistrictID: column(int32, { references: 'districts.DistrictID' }),
      Description: text(500),
    });
    await createTable(
      runner,
      'slot_district_approvals',
      {
        SlotDistrictApprovalID: column(int32, { key: 'generated' }),
        SlotDistrictID: column(int32, { references: 'slot_districts.SlotDistrictID' }),
        SchoolID: column(int64, { references: 'schools.SchoolID' }),
        AgentID: column(int32, { required: true, references: 'agents.AgentId' }),
        AVPID: column(int32, { references: 'agents.AgentId' }),
        Status: text(50),
        DateCreated: datetime,
        DateModified: datetime,
        ModifiedBy: guid,
      },
      { indexes: [['AgentID', 'DateCreated']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['slot_district_approvals', 'slot_districts']) await dropTable(runner, table);
  }
}
