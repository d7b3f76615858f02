import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKeys, dropKeys, type Names } from './name-keys.js';

const keyed: readonly Names[] = [
  {
    ...{ table: 'contacts', key: 'ContactId' },
    names: { Name: 200, FirstName: 100, LastName: 100, BusinessName: 200 },
    indexes: [
      ['AgentId', 'NameKey', 'ContactId', 'Deleted'],
      ['NameKey', 'ContactId', 'Deleted'],
      ['AgentId', 'LastNameKey', 'ContactId', 'Deleted'],
      ['LastNameKey', 'ContactId', 'Deleted'],
    ],
    oldIndexes: [
      ['AgentId', 'Name', 'ContactId', 'Deleted'],
      ['Name', 'ContactId', 'Deleted'],
    ],
  },
  { table: 'agents', key: 'AgentId', names: { AgentName: 200 } },
  { table: 'states', key: 'StateID', names: { StateName: 100 } },
  {
    ...{ table: 'counties', key: 'CountyID', names: { County: 200 } },
    ...{ indexes: [['CountyKey', 'CountyID']], oldIndexes: [['County', 'CountyID']] },
  },
  {
    ...{ table: 'districts', key: 'DistrictID', names: { DistrictName: 200 } },
    ...{ indexes: [['DistrictNameKey']], oldIndexes: [['DistrictName']] },
  },
  {
    ...{ table: 'schools', key: 'SchoolID', names: { SchoolName: 200 } },
    ...{ indexes: [['SchoolNameKey', 'SchoolID']], oldIndexes: [['SchoolName', 'SchoolID']] },
  },
  {
    ...{ table: 'event_types', key: 'EventTypeId', names: { EventTypeName: 100, EventCategory: 50 } },
    ...{ indexes: [['EventCategoryKey', 'EventTypeNameKey']], oldIndexes: [['EventCategory', 'EventTypeName']] },
  },
  { table: 'contact_statuses', key: 'ContactStatusId', names: { ContactStatusDesc: 200 } },
  { table: 'source_types', key: 'SourceTypeId', names: { SourceTypeDesc: 200 } },
  { table: 'contact_categories', key: 'ContactCategory', names: { ContactCategoryName: 200 } },
  { table: 'jobs', key: 'JobID', names: { JobName: 200 } },
];

/** Stores the keys of names, by which lists sort and compare them, also in the search terms of contacts. */
export class NameKeys1796871000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addKeys(runner, keyed);
    await runner.query(`UPDATE contact_terms SET Name = COALESCE((SELECT c.NameKey FROM contacts c
      WHERE c.ContactId = contact_terms.ContactId), '')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE contact_terms SET Name = COALESCE((SELECT c.Name FROM contacts c
      WHERE c.ContactId = contact_terms.ContactId), '')`);
    await dropKeys(runner, keyed, ['agents.AgentName']);
  }
}
