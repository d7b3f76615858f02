import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './table-definition.js';

interface Names {
  readonly table: string;
  readonly key: string;
  /** The names and their longest keys. */
  readonly names: Readonly<Record<string, number>>;
  readonly indexes?: readonly (readonly string[])[];
  readonly oldIndexes?: readonly (readonly string[])[];
}

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
const atOnce = 500;
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
);

/** The key of a name since this migration: lower case, without diacritics and apostrophes. */
function keyOf(name: string, length: number): string {
  const bare = name.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  const plain = bare.replaceAll(/[łøđðıßæœþ]/g, (letter) => letters.get(letter)!);
  return [...plain.replaceAll(/['`´ʹʻʼʽʾʿˈˊˋ‘’‛′‵ꞌ＇｀]/g, '')].slice(0, length).join('');
}

/** Stores the keys of names, by which lists sort and compare them, also in the search terms of contacts. */
export class NameKeys1796871000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, key, names, indexes = [], oldIndexes = [] } of keyed) {
      for (const [name, length] of Object.entries(names)) {
        // Add the columns by SQL, because TypeORM would copy the whole table on SQLite.
        if (!(await runner.hasColumn(table, `${name}Key`)))
          await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name}Key varchar(${length})`);
        await fill(runner, table, key, name, length);
      }
      for (const columns of indexes) await addIndex(runner, table, columns);
      for (const columns of oldIndexes) await dropIndex(runner, table, columns);
    }
    await runner.query(`UPDATE contact_terms SET Name = COALESCE((SELECT c.NameKey FROM contacts c
      WHERE c.ContactId = contact_terms.ContactId), '')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE contact_terms SET Name = COALESCE((SELECT c.Name FROM contacts c
      WHERE c.ContactId = contact_terms.ContactId), '')`);
    for (const { table, names, indexes = [], oldIndexes = [] } of keyed) {
      for (const columns of oldIndexes) await addIndex(runner, table, columns);
      for (const columns of indexes) await dropIndex(runner, table, columns);
      for (const name of Object.keys(names))
        if (table !== 'agents') await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}Key`);
    }
  }
}

/** Writes the keys of a name. One statement writes those of plain ASCII, of which the database makes the same key. */
async function fill(runner: QueryRunner, table: string, key: string, name: string, length: number): Promise<void> {
  const isAscii =
    runner.dataSource.options.type === 'better-sqlite3' ? `${name} NOT GLOB '*[^ -~]*'` : `${name} NOT REGEXP '[^ -~]'`;
  // The agents have keys already, made by an older rule.
  if (table === 'agents') await runner.query(`UPDATE agents SET ${name}Key = NULL`);
  await runner.query(
    `UPDATE ${table} SET ${name}Key = LOWER(REPLACE(REPLACE(${name}, '''', ''), '\`', '')) WHERE ${isAscii}`,
  );
  const rest = `SELECT ${key} AS Id, ${name} AS Name FROM ${table} WHERE ${name}Key IS NULL AND ${name} IS NOT NULL`;
  for (let after: unknown; ;) {
    const rows = (await runner.query(
      `${rest}${after === undefined ? '' : ` AND ${key} > ?`} ORDER BY ${key} LIMIT ${atOnce}`,
      after === undefined ? [] : [after],
    )) as { Id: number | string; Name: string }[];
    if (rows.length === 0) return;
    const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
    const marks = rows.map(() => '?').join();
    await runner.query(`UPDATE ${table} SET ${name}Key = CASE ${key} ${cases} END WHERE ${key} IN (${marks})`, [
      ...rows.flatMap(({ Id, Name }) => [Id, keyOf(Name, length)]),
      ...rows.map(({ Id }) => Id),
    ]);
    after = rows[rows.length - 1].Id;
  }
}
