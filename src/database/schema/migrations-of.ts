import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';

/** The names of migrations that a database and this version of the service do not have in common. */
export interface Migrations {
  /** Those that the database still lacks. */
  pending: string[];
  /** Those of a newer version, which the database has. */
  unknown: string[];
}

export async function migrationsOf(dataSource: DataSource): Promise<Migrations> {
  const runner = dataSource.createQueryRunner();
  try {
    return apart(dataSource, await ranIn(runner));
  } finally {
    await runner.release();
  }
}

/** The names of the migrations that have run. */
export async function ranIn(runner: QueryRunner): Promise<string[]> {
  const ran = await new MigrationExecutor(runner.dataSource, runner).getExecutedMigrations();
  return ran.map(({ name }) => name);
}

/** ran: the names of the migrations that the database has. */
export function apart({ migrations }: DataSource, ran: readonly string[]): Migrations {
  const known = migrations.map((migration) => migration.name ?? migration.constructor.name);
  return {
    pending: known.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !known.includes(name)),
  };
}
