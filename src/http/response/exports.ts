import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { runCall } from '../../context/call-context.js';
import type { Change } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import { filteredField } from '../../record/lists/list-filters.js';
import { listOptionNames } from '../../record/lists/list-options.js';
import { masked } from '../../record/masked.js';
import { fieldOf, type Field } from '../../record/metadata.js';
import type { Format } from '../endpoint/format.js';
import type { Operation } from '../endpoint/operation.js';
import type { RequestContext } from '../endpoint/request-context.js';

/** Number of records from which a response is an export. Pages of fewer records are not audited. */
const leastRecords: Partial<Record<Format, number>> = { csv: 100, xlsx: 100, json: 1000 };

/**
 * Writes an audit entry for each response that is an export: who received how many records of which list, with which
 * filters and fields. The entry is written when the response has ended, also if the client left before the last byte.
 */
@Injectable()
export class Exports implements OnApplicationShutdown {
  private readonly log = new Logger('exports');
  private readonly writing = new Set<Promise<void>>();

  constructor(private readonly db: Db) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.writing);
  }

  /** Call this when the response to a call has ended. */
  ended(call: RequestContext, response: Response): void {
    const { operation, format, request, records } = call;
    if (!operation || !records || request.method === 'HEAD' || response.statusCode === 304) return;
    const { sent, about } = records;
    if (sent < (about ? 0 : (leastRecords[format] ?? Infinity))) return;
    const { Record = operation.list?.record.name ?? '', Id = '' } = about ?? {};
    const LeftEarly = response.writableFinished ? {} : { LeftEarly: true };
    const After = { Format: format, Query: askedOf(call, operation), ...LeftEarly };
    this.note(call, { Record, Id, Action: 'Export', Count: sent, After });
  }

  /** The client has the records already, so a failure can only be logged. */
  private note(call: RequestContext, change: Change): void {
    const write = (): Promise<void> => this.db.tx(async () => this.db.audited(change));
    const done = runCall(call, write)
      .catch((error: unknown) => {
        this.log.error(`The audit lacks the export of request ${call.requestId}: ${String(error)}`);
      })
      .finally(() => this.writing.delete(done));
    this.writing.add(done);
  }
}

/** The list options and filters of a call. Values of personal fields are masked, because an erasure keeps the audit. */
function askedOf({ query, request }: RequestContext, operation: Operation): Record<string, string> {
  const asked: [string, string][] = Object.entries(request.params).map(([name, value]) => [name, String(value)]);
  for (const [name, texts] of query) {
    const field = fieldNamed(operation, name);
    if (field) asked.push([name, isPersonal(field) ? masked : texts.join(',')]);
    else if (listOptionNames.some((option) => option.toLowerCase() === name.toLowerCase()))
      asked.push([name, texts.join(',')]);
  }
  return Object.fromEntries(asked);
}

function isPersonal({ options }: Field): boolean {
  return options.personal === true || options.namesPerson === true;
}

function fieldNamed({ declaration, list }: Operation, name: string): Field | undefined {
  const own = [declaration.query, declaration.request].flatMap((record) =>
    record ? fieldOf(record, name) : undefined,
  );
  return own.find((field) => field !== undefined) ?? (list && filteredField(list.record, name));
}
