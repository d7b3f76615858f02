import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKeys, dropKeys, type Names } from './name-keys.js';

const keyed: readonly Names[] = [
  { table: 'locations', key: 'LocationId', names: { Name: 200 }, indexes: [['NameKey', 'LocationId']] },
  { table: 'stations', key: 'StationId', names: { Name: 200 }, indexes: [['LocationId', 'NameKey', 'StationId']] },
  { table: 'service_lines', key: 'Id', names: { Name: 200 }, indexes: [['LocationId', 'NameKey', 'Id']] },
  { table: 'projects', key: 'ProjectID', names: { ProjectName: 200 }, indexes: [['ProjectNameKey', 'ProjectID']] },
  { table: 'job_types', key: 'job_type_id', names: { job_type_name: 200 } },
  { table: 'surveys', key: 'SurveyId', names: { Title: 200 } },
  { table: 'policy_documents', key: 'Id', names: { Name: 200 }, indexes: [['NameKey', 'Id']] },
  { table: 'record_types', key: 'RecordType', names: { RecordType: 100 } },
  { table: 'states', key: 'StateID', names: { State: 50 } },
  { table: 'roles', key: 'RoleId', names: { Name: 100 } },
  { table: 'users', key: 'UserId', names: { DisplayName: 200 } },
  { table: 'documents', key: 'Id', names: { FirstName: 100, LastName: 100 } },
  // The key of a line has two columns. All lines with one ClientName get the same key.
  { table: 'smartsheet_lines', key: 'ClientName', names: { ClientName: 200 } },
  { table: 'contacts', key: 'ContactId', names: { DBA: 200 } },
  {
    ...{ table: 'agents', key: 'AgentId' },
    names: {
      ...{ Company: 200, FirstName: 100, LastName: 100, StoreName: 200, TeamName: 100 },
      ...{ FullName: 310, ByLastName: 310 },
    },
  },
];

/** Stores the keys of the other names, by which lists sort and compare them. */
export class MoreNameKeys1796899000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return addKeys(runner, keyed);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropKeys(runner, keyed);
  }
}
