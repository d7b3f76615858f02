import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { BadRequest, PreconditionFailed, ServiceError } from '../../errors/errors.js';
import type { Class } from '../../record/field-types.js';
import { fieldsOf } from '../../record/metadata.js';
import { placeholdersOf } from '../endpoint/declaration.js';
import type { HandlerResult } from '../endpoint/handler-result.js';
import { InnerCalls } from '../endpoint/inner-calls.js';
import { recordPathOf, taggedPathOf, takesIfMatch, type Operation, type PathMatch } from '../endpoint/operation.js';
import type { RequestContext } from '../endpoint/request-context.js';
import { namesState, stateOf, tagOf } from './caching.js';
import { jsonOf } from './response-body.js';

type Params = Readonly<Record<string, string>>;

/**
 * `If-Match`: rejects a PUT, POST or DELETE if the record has changed since the client read it, so that no update is
 * lost. The record is that of the path, or of the path that it is below, such as the contact of `/Lock`. Its state is
 * the hash of the response of the record's GET, or of its `@Reader`.
 */
@Injectable()
export class SafeEdits {
  constructor(
    private readonly db: Db,
    private readonly calls: InnerCalls,
  ) {}

  /**
   * Locks the record and compares its state with the ETags of If-Match. Throws PreconditionFailed, and BadRequest if no
   * record can be checked.
   */
  async check(context: RequestContext, ifMatch: string): Promise<void> {
    const { operation, path, format } = context;
    if (!takesIfMatch(operation!, path!)) {
      if (ifMatch.trim() === '*') return;
      throw new BadRequest(
        'This call cannot check If-Match, because its path names no record with an ETag. Send it without If-Match.',
      );
    }
    const { row } = recordPathOf(path!)!;
    if (row) await this.db.lockRow<object>(row, keyIn(row, context));
    const state = await this.stateOf(context, recordPathOf(path!)!);
    if (!namesState(ifMatch, state))
      throw new PreconditionFailed('The record has changed since you read it. Read it again, and repeat your change.', {
        ETag: tagOf(state, format),
      });
  }

  /**
   * The ETag of the record after the call, as the GET of the record returns it, unless the record is deleted or the
   * caller may not read it. A response with several records has none.
   */
  async etagAfter(context: RequestContext, result: HandlerResult): Promise<{ ETag?: string }> {
    const { operation, path, format } = context;
    const record = taggedPathOf(operation!, path!);
    // The response of a write that declares an ETag is the record itself, so it already has the ETag.
    if (!record || operation!.declaration.etag || context.showsSecret) return {};
    const params = record === path!.member ? keyOfOnly(operation!, result, record) : {};
    if (!params) return {};
    try {
      return { ETag: tagOf(await this.stateOf(context, record, params), format) };
    } catch (error) {
      if (error instanceof ServiceError && [403, 404].includes(error.status)) return {};
      throw error;
    }
  }

  private async stateOf({ request }: RequestContext, record: PathMatch, params: Params = {}): Promise<string> {
    const reader = record.reader!;
    const result = await this.calls.call(reader, request.user, {}, params);
    return stateOf(await jsonOf(reader, result));
  }
}

/** The placeholders of the record's path for the only record that the result has; undefined if it has several. */
function keyOfOnly({ list }: Operation, { record }: HandlerResult, { template }: PathMatch): Params | undefined {
  const rows = (record as Record<string, unknown>)[list!.name];
  if (!Array.isArray(rows) || rows.length !== 1) return undefined;
  const name = placeholdersOf(template).at(-1)!;
  const key = (rows[0] as Record<string, string | number | undefined>)[name];
  return key === undefined ? undefined : { [name]: String(key) };
}

function keyIn(row: Class, context: RequestContext): Record<string, unknown> {
  const request = context.request.input!.record as Record<string, unknown>;
  const keys = fieldsOf(row).filter(({ options }) => options.key !== undefined);
  return Object.fromEntries(keys.map(({ name }) => [name, request[name]]));
}
