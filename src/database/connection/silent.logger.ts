import type { Logger } from 'typeorm';

/** Errors reach their callers; TypeORM's own words would end up in what a command prints. */
export class SilentLogger implements Logger {
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
