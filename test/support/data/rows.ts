import { Schema } from '../../../src/database/schema/schema.js';
import type { TestApp } from '../app/app.js';

/** Stores rows of any table, by the name of its entity. */
export function store(app: TestApp, entity: string, rows: readonly object[]): Promise<unknown> {
  const table = app.get(Schema).named(entity);
  if (!table) throw new Error(`No entity is named ${entity}.`);
  return app.db.tx(() => app.db.insertAll(table, rows));
}

interface Failed {
  body: { ResponseStatus: { Errors: { FieldName: string; ErrorCode: string }[] } };
}

/** `<FieldName> <ErrorCode>` of every field error of an answer. */
export function fieldErrors({ body }: Failed): string[] {
  return body.ResponseStatus.Errors.map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`);
}
