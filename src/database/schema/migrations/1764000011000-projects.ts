import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** Projects and who works on them. */
export class Projects1764000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'projects', {
      ProjectID: column(int32, { key: 'generated' }),
      ProjectName: column(text(200), { required: true }),
      Description: text(4000),
      StartDate: datetime,
      EndDate: datetime,
    });
    await createTable(
      runner,
      'project_team_members',
      {
        TeamMemberID: column(int32, { key: 'generated' }),
        ProjectID: column(int32, { required: true, references: 'projects.ProjectID' }),
        ContactID: column(int32, { required: true, references: 'contacts.ContactId' }),
        MemberRole: column(text(100), { required: true }),
      },
      { unique: [['ProjectID', 'ContactID']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['project_team_members', 'projects']) await dropTable(runner, table);
  }
}
