import type { DataSource } from 'typeorm';
import type { DatabaseAdapter, Need } from '../driver/adapter.js';
import { entitiesOf } from '../schema/schema.js';
import { storedFields } from '../schema/columns.js';
import { tableOf } from '../schema/table.js';

/** The statements that grant the user of DATABASE_URL the rights that it lacks on the tables of the service. */
export function missingGrants(dataSource: DataSource, adapter: DatabaseAdapter): Promise<string[]> {
  return adapter.missingGrants((text, values) => dataSource.query(text, values), needsOf(dataSource));
}

/** One sentence, and then the statements, one a line. */
export function grantsToRun(statements: readonly string[]): string[] {
  return [
    'The user of DATABASE_URL lacks rights. Run these statements as an administrator of the server, or as the owner ' +
      'of the database if it has GRANT OPTION:',
    ...statements,
  ];
}

/** Rows of tables that are `appendOnly` are never changed or deleted. */
function needsOf(dataSource: DataSource): Need[] {
  const tables = entitiesOf(dataSource).map((entity): Need => {
    const { name, appendOnly } = tableOf(entity);
    const [{ name: column }] = storedFields(entity);
    return {
      table: name,
      column,
      rights: appendOnly ? ['SELECT', 'INSERT'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    };
  });
  const { migrationsTableName = 'migrations' } = dataSource.options;
  return [...tables, { table: migrationsTableName, column: 'id', rights: ['SELECT'] }];
}
