import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { currentCall } from '../../context/call-context.js';
import { Db } from '../../database/db.js';
import { fromDate } from '../../record/values/datetime.js';
import { ResponseBody } from './response-body.js';
import type { RequestContext } from '../endpoint/request-context.js';
import { BadRequest, Conflict, IdempotencyConflict } from '../../errors/errors.js';
import { quoted } from '../../database/quoted.js';

interface Kept {
  RequestHash: string;
  Status: number;
  Answer: string;
  Headers: string;
  CreatedAt: string;
}

/** A call's claim on its key: only the holder of the newest claim may store the answer. */
interface Claim {
  user: string;
  key: string;
  at: string;
}

const keptFor = 24 * 3_600_000;
/** A first call that has not come to an end by then died with its process. */
const lease = 60_000;
const running = 0;
const keyForm = /^[\x21-\x7e]{1,255}$/;

type Made = ResponseBody | object;

/** `Idempotency-Key`: a call that succeeded is answered again with its first answer, after a restart and on any instance. */
@Injectable()
export class Idempotency {
  constructor(private readonly db: Db) {}

  /** Runs the work in one transaction with the record of its answer; without a key just in one transaction. */
  async once(
    context: RequestContext,
    work: () => Promise<Made>,
    transaction: (work: () => Promise<Made>) => Promise<Made>,
  ): Promise<Made> {
    const key = context.request.headers['idempotency-key'];
    const user = currentCall()?.userId;
    if (key === undefined || !user) return transaction(work);
    if (typeof key !== 'string' || !keyForm.test(key))
      throw new BadRequest('Idempotency-Key must be 1 to 255 visible ASCII characters.');
    const hash = hashOf(context);
    const claim = { user, key, at: fromDate(new Date()) };
    if (!(await this.claim(claim, hash))) {
      const kept = await this.kept(claim, hash);
      if (kept) return kept;
    }
    try {
      return await transaction(async () => {
        const made = await work();
        if (made instanceof ResponseBody && typeof made.body === 'string') await this.keep(claim, made);
        else await this.forget(claim);
        return made;
      });
    } catch (error) {
      await this.db.tx(() => this.forget(claim));
      throw error;
    }
  }

  private async claim({ user, key, at }: Claim, hash: string): Promise<boolean> {
    try {
      await this.db.tx(async () => {
        await this.db.execute(sql`DELETE FROM idempotency_keys WHERE CreatedAt < ${ago(keptFor)}`);
        await this.db.execute(sql`INSERT INTO idempotency_keys
          (UserId, ${quoted('Key')}, RequestHash, Status, Answer, Headers, CreatedAt)
          VALUES (${user}, ${key}, ${hash}, ${running}, '', '', ${at})`);
      });
      return true;
    } catch (error) {
      if (error instanceof Conflict) return false;
      throw error;
    }
  }

  /** The answer of the first call; undefined when that call died and this one took its place. */
  private async kept({ user, key, at }: Claim, hash: string): Promise<ResponseBody | undefined> {
    const kept = await this.db.one<Kept>(sql`SELECT RequestHash, Status, Answer, Headers, CreatedAt
      FROM idempotency_keys WHERE UserId = ${user} AND ${quoted('Key')} = ${key}`);
    if (kept && kept.RequestHash !== hash)
      throw new IdempotencyConflict('This Idempotency-Key was used for another request. Use a new key.');
    if (kept && kept.Status !== running)
      return new ResponseBody(JSON.parse(kept.Headers) as Record<string, string>, kept.Answer);
    const taken =
      kept &&
      (await this.db.tx(() =>
        this.db.execute(sql`UPDATE idempotency_keys SET CreatedAt = ${at}
        WHERE UserId = ${user} AND ${quoted('Key')} = ${key} AND Status = ${running} AND CreatedAt < ${ago(lease)}`),
      ));
    if (taken) return undefined;
    throw new Conflict('The first call with this Idempotency-Key is still running. Try again.', { retryAfter: 1 });
  }

  private async keep({ user, key, at }: Claim, { headers, body }: ResponseBody): Promise<void> {
    const kept = await this.db.execute(sql`UPDATE idempotency_keys
      SET Status = 200, Answer = ${body as string}, Headers = ${JSON.stringify(headers)}
      WHERE UserId = ${user} AND ${quoted('Key')} = ${key} AND CreatedAt = ${at} AND Status = ${running}`);
    if (kept === 0)
      throw new Conflict('Another call with this Idempotency-Key took over. Try again.', { retryAfter: 1 });
  }

  private async forget({ user, key, at }: Claim): Promise<void> {
    await this.db.execute(sql`DELETE FROM idempotency_keys
      WHERE UserId = ${user} AND ${quoted('Key')} = ${key} AND CreatedAt = ${at} AND Status = ${running}`);
  }
}

function hashOf(context: RequestContext): string {
  const hash = createHash('sha256').update(`${context.request.method} ${context.request.url} ${context.format}\n`);
  return hash.update(context.request.body ?? '').digest('hex');
}

function ago(milliseconds: number): string {
  return fromDate(new Date(Date.now() - milliseconds));
}
