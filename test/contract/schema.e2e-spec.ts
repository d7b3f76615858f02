import { DataSource } from 'typeorm';
import { Schema } from '../../src/database/schema/schema.js';
import { Migrator } from '../../src/database/start/migrator.js';
import { scratchDb, type ScratchDb } from '../support/database/scratch-db.js';
import { startApp, type TestApp } from '../support/app/app.js';

let app: TestApp;
let declared: ScratchDb;

beforeAll(async () => {
  app = await startApp();
  declared = await scratchDb({ tables: app.get(Schema).entities });
});
afterAll(async () => {
  await declared.close();
  await app.close();
});

type Structure = Record<string, { columns: unknown; indexes: string[]; references: string[] }>;

/** The columns, indexes and foreign keys of each table, read from the database. */
async function schemaOf(dataSource: DataSource, names: string[]): Promise<Structure> {
  const runner = dataSource.createQueryRunner();
  try {
    const tables = (await runner.getTables(names)).map((table) => [
      table.name,
      {
        columns: Object.fromEntries(
          table.columns.map(({ name, type, length, isNullable, isPrimary, isGenerated, default: initial }) => [
            name,
            { type, length, isNullable, isPrimary, isGenerated, initial },
          ]),
        ),
        indexes: table.indices
          .map(({ columnNames, isUnique }) => `${isUnique ? 'unique ' : ''}${columnNames.join()}`)
          .sort(),
        references: table.foreignKeys
          .map(({ columnNames, referencedTableName, referencedColumnNames, onDelete, onUpdate }) =>
            [columnNames, referencedTableName, referencedColumnNames, onDelete, onUpdate].join(' '),
          )
          .sort(),
      },
    ]);
    return Object.fromEntries(tables) as Structure;
  } finally {
    await runner.release();
  }
}

describe('the migrations', () => {
  it('the migrations create exactly the tables that the entities declare', async () => {
    const made = await app.get(Migrator).tables();
    const migrated = await schemaOf(
      app.get(DataSource),
      made.filter((name) => name !== 'migrations'),
    );
    const entities = declared.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect(entities.length).toBeGreaterThan(40);
    expect(migrated).toEqual(await schemaOf(declared.dataSource, entities));
  });
});
