import type { MigrationInterface, QueryRunner } from 'typeorm';
import { int32 } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const termOwners = table('term_owners', {
  OwnerId: column(int32, { key: 'generated' }),
  AgentId: column(int32, { required: true, references: 'agents.AgentId' }),
});

/** Gives each agent an owner whose OwnerId is the AgentId, so that the rows of contact_terms keep their values. */
export class TermOwners1795000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, termOwners);
    await runner.query(`INSERT INTO term_owners (OwnerId, AgentId) SELECT a.AgentId, a.AgentId FROM agents a
      WHERE NOT EXISTS (SELECT 1 FROM term_owners w WHERE w.OwnerId = a.AgentId)`);
    // Rename by SQL, because TypeORM would copy the whole table on SQLite.
    if (await runner.hasColumn('contact_terms', 'AgentId'))
      await runner.query('ALTER TABLE contact_terms RENAME COLUMN AgentId TO OwnerId');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE contact_terms SET OwnerId =
      (SELECT w.AgentId FROM term_owners w WHERE w.OwnerId = contact_terms.OwnerId)`);
    await runner.query('ALTER TABLE contact_terms RENAME COLUMN OwnerId TO AgentId');
    await dropTable(runner, termOwners.name);
  }
}
