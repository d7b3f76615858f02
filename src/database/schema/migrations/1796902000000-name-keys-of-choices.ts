import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKeys, dropKeys, type Names } from './name-keys.js';

const keyed: readonly Names[] = [
  {
    ...{ table: 'contacts', key: 'ContactId' },
    names: {
      ...{ Title: 100, CompanyAffiliation: 200, SourceTypeDesc: 200, ContactStatusDesc: 200 },
      ...{ JobName: 200, ContactCategoryName: 200 },
    },
  },
  { table: 'agents', key: 'AgentId', names: { ReferringAgent: 200, PlacementAgent: 200 } },
  { table: 'permissions', key: 'PermissionId', names: { Name: 200 } },
  { table: 'slot_districts', key: 'SlotDistrictID', names: { Description: 500 } },
];

/** Stores the keys of titles, and of the names of choices, slots and operations. */
export class NameKeysOfChoices1796902000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return addKeys(runner, keyed);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropKeys(runner, keyed);
  }
}
