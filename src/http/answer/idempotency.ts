import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { currentCall, type CallContext } from '../../context/call-context.js';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import type { Change } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import { removeOlder } from '../../database/rows/remove-older.js';
import { quoted } from '../../database/quoted.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { BadRequest, Conflict, IdempotencyConflict, InUse } from '../../errors/errors.js';
import type { RequestContext } from '../endpoint/request-context.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { ResponseBody } from './response-body.js';

/** What is kept, sealed: the answer, and what making it disclosed. */
interface Kept {
  headers: Record<string, string>;
  body: string;
  disclosures: Change[];
}

/** The row of a key. */
type Claim = Pick<IdempotencyKey, 'UserId' | 'Key' | 'RequestHash'>;
type Stored = Pick<IdempotencyKey, 'RequestHash' | 'Answer' | 'CreatedAt'>;
type Made = ResponseBody | object;

const pruneEvery = 60_000;
const keyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key`: a call that succeeded is answered again with its first answer, after a restart and on any
 * instance. The claim on the key is the first statement of the call's own transaction, so that a second call waits for
 * the first, and nothing is left of one that failed or whose process died.
 */
@Injectable()
export class Idempotency {
  private prunedAt = 0;

  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly clock: SystemClock,
    private readonly config: Config,
  ) {}

  /**
   * Runs the work in one transaction with the record of its answer; without a key just in one transaction. file: the
   * hash of a body that is a file.
   */
  async once(context: RequestContext, work: () => Promise<Made>, file = ''): Promise<Made> {
    const key = context.request.headers['idempotency-key'];
    const call = currentCall();
    if (key === undefined || !call?.userId) return this.db.tx(work);
    if (typeof key !== 'string' || !keyForm.test(key))
      throw new BadRequest('Idempotency-Key must be 1 to 255 visible ASCII characters.');
    const claim = { UserId: call.userId, Key: key, RequestHash: hashOf(context, call, file) };
    const claiming = { over: false };
    try {
      return await this.db.tx(async () => {
        claiming.over = false;
        const kept = await this.claim(claim);
        claiming.over = true;
        if (kept) return kept;
        const made = await work();
        await this.keep(claim, made);
        return made;
      });
    } catch (error) {
      if (error instanceof InUse && !claiming.over)
        throw new Conflict('The first call with this Idempotency-Key is still running. Try again.', {
          retryAfter: 1,
          cause: error,
        });
      throw error;
    } finally {
      await this.prune();
    }
  }

  /** The answer of the first call; undefined: this one is the first. Waits for a first call that runs. */
  private async claim(claim: Claim): Promise<ResponseBody | undefined> {
    const row = { ...claim, Answer: '', CreatedAt: this.clock.at() };
    try {
      await this.db.insert(IdempotencyKey, row);
      return undefined;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
    const { UserId, Key } = claim;
    // Held as the failed INSERT holds it: who would lock it now waits for all others that come to the same answer.
    const [stored] = await this.db.hold<Stored | undefined>(
      sql`SELECT RequestHash, Answer, CreatedAt FROM idempotency_keys
        WHERE UserId = ${UserId} AND ${quoted('Key')} = ${Key}`,
    );
    // Gone since, or too old to count.
    if (!stored || stored.CreatedAt < this.clock.at(-this.config.retainIdempotency)) {
      await this.db.remove(IdempotencyKey, { UserId, Key });
      await this.db.insert(IdempotencyKey, row);
      return undefined;
    }
    if (stored.RequestHash !== claim.RequestHash) throw new IdempotencyConflict();
    const answer = this.cipher.open(stored.Answer, place(claim));
    if (answer === undefined) throw unreadable();
    const { headers, body, disclosures } = JSON.parse(answer) as Kept;
    for (const disclosure of disclosures) this.db.audited(disclosure);
    return new ResponseBody(headers, body);
  }

  /** A list that streams is read after the commit and not kept: the same call simply reads it again. */
  private async keep(claim: Claim, made: Made): Promise<void> {
    const { UserId, Key } = claim;
    if (!(made instanceof ResponseBody) || typeof made.body !== 'string') {
      await this.db.remove(IdempotencyKey, { UserId, Key });
      return;
    }
    const kept: Kept = { headers: made.headers, body: made.body, disclosures: this.db.disclosures() };
    const answer = this.cipher.encrypt(JSON.stringify(kept), place(claim));
    // The row is this transaction's own: it need not be looked at again.
    await this.db.execute(
      sql`UPDATE idempotency_keys SET Answer = ${answer} WHERE UserId = ${UserId} AND ${quoted('Key')} = ${Key}`,
    );
  }

  /** Removes what is too old, now and then: nobody waits for it in a transaction of their own. */
  private async prune(): Promise<void> {
    const now = this.clock.now();
    if (now - this.prunedAt < pruneEvery) return;
    this.prunedAt = now;
    const before = this.clock.at(-this.config.retainIdempotency);
    // The call has its answer: a failure here is the next attempt's.
    await removeOlder(this.db, 'idempotency_keys', 'CreatedAt', before).catch(() => undefined);
  }
}

/** FIELD_KEY has changed since, without the former one. */
function unreadable(): Conflict {
  return new Conflict(
    'The first call with this Idempotency-Key succeeded, and its answer cannot be read any more. ' +
      'Read what it changed; for another call use a new key.',
  );
}

/** What the sealed answer is bound to. */
function place({ UserId, Key }: Claim): string {
  return `idempotency_keys.Answer:${UserId}:${Key}`;
}

/** Another request, or the same by a caller with other rights, has another hash. */
function hashOf(context: RequestContext, { rights }: CallContext, file: string): string {
  const { request, operation, format } = context;
  const caller = JSON.stringify([rights?.agentId, [...(rights?.roles ?? [])].sort()]);
  const hash = createHash('sha256').update(`${operation?.name} ${request.url} ${format} ${caller}\n${file}`);
  return hash.update(request.body ?? '').digest('hex');
}
