import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/accounts/principal.js';
import { Db } from '../../database/db.js';
import { storedFields } from '../../database/schema/columns.js';
import { Conflict, noSuch } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { fieldsOf } from '../../record/metadata.js';
import { HistoryService, idOf, masked, textOf, type RecordChange } from './history.service.js';
import type { Noun } from './history.nouns.js';
import type { RevertedEntry } from './history.records.js';

type Row = Readonly<Record<string, unknown>>;
type Fields = RecordChange['fields'];

/** Undoes a change of a record by a call of the operation that changes such records. */
@Injectable()
export class RevertService {
  constructor(
    private readonly db: Db,
    private readonly history: HistoryService,
  ) {}

  /**
   * Gives the fields of a change their former values. change: the operation that does it. Throws NotFound, Conflict
   * with one error for each field that cannot go back, and as the operation does.
   */
  async revert(noun: Noun, change: string, request: RevertedEntry, caller: Principal, http: object): Promise<object> {
    const before = await this.stored(noun, request);
    await this.history.call(noun.read.name, caller, http);
    const { actions, fields: all } = await this.history.read(noun, idOf(noun, request), request.AuditId);
    const fields = all.filter(({ field }) => !field.options.stamp);
    if (fields.length === 0 || actions.some((action) => action !== 'Update'))
      throw new Conflict(
        'This call changed no field of the record that can be undone: it added or removed the record.',
      );
    refuse(fields, (field, { before: from, after: to }) => {
      if (from === masked || to === masked)
        return 'cannot be undone, because the history does not keep its values: send the value that it should have';
      if (textOf(field, before[field.name]) === textOf(field, to)) return undefined;
      return 'has changed since: undo the later change first, or send the value that it should have';
    });
    const answer = await this.history.call(change, caller, http, this.bodyOf(noun, change, fields));
    const after = await this.stored(noun, request);
    refuse(fields, (field, { before: from }) =>
      textOf(field, after[field.name]) === textOf(field, from) ? undefined : 'is not written by this call',
    );
    return answer;
  }

  /** The row, locked. Throws NotFound. */
  private async stored({ entity }: Noun, request: object): Promise<Row> {
    const keys = storedFields(entity).filter(({ options }) => options.key);
    const key = Object.fromEntries(keys.map(({ name }) => [name, (request as Row)[name]]));
    const found = await this.db.lockRow<object>(entity, key);
    if (!found) throw noSuch('record');
    return found as Row;
  }

  /** The request with the former values. Some operations take the record as the only item of a list. */
  private bodyOf({ read }: Noun, change: string, fields: Fields): string {
    const { list } = this.history.operation(read.name);
    const record = `{${fields.map(({ field, before }) => `"${field.name}":${textOf(field, before)}`).join(',')}}`;
    const { request } = this.history.operation(change).declaration;
    const wrapped = list && fieldsOf(request!).find(({ type }) => type.item?.record?.() === list.record);
    return wrapped ? `{"${wrapped.name}":[${record}]}` : record;
  }
}

/** Throws Conflict with an error for each field that has a problem. */
function refuse(
  fields: Fields,
  problemOf: (field: Fields[number]['field'], change: Fields[number]) => string | undefined,
) {
  const errors = fields.flatMap((change) => {
    const problem = problemOf(change.field, change);
    return problem === undefined ? [] : [fieldError('Invalid', change.field.name, problem)];
  });
  if (errors.length === 0) return;
  const names = errors.map(({ FieldName }) => FieldName).join(', ');
  throw new Conflict(`Nothing was changed, because of ${names}: ${errors[0].Message}`, { errors });
}
