import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { currentCall, type CallContext } from '../../context/call-context.js';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import type { Change } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import type { DateTime } from '../../record/fields.js';
import { removeOlder } from '../../database/rows/remove-older.js';
import { quoted } from '../../database/quoted.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { BadRequest, Conflict, IdempotencyConflict, InUse } from '../../errors/errors.js';
import type { Operation } from '../endpoint/operation.js';
import type { RequestContext } from '../endpoint/request-context.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { RequestHashes, type RequestParts } from './request-hashes.js';
import { ResponseBody } from './response-body.js';

/** What is kept, sealed: the answer, and what making it disclosed. */
interface Kept {
  headers: Record<string, string>;
  body: string;
  disclosures: Change[];
}

/** A key, and the operation and the request that it is used for. */
interface Claim extends Pick<IdempotencyKey, 'UserId' | 'Key'> {
  operation: Operation;
  request: RequestParts;
}
type Stored = Pick<IdempotencyKey, 'RequestHash' | 'Answer' | 'CreatedAt'>;
type Made = ResponseBody | object;

const pruneEvery = 60_000;
/** Bytes of an answer that is kept. */
const largestAnswer = 262_144;
/** Characters of all kept answers of a user, sealed. */
const answersOfUser = 4_194_304;
/** Characters that a user's kept answers grow by until they are added up again: doing so each time would be slow. */
const answersBetween = 524_288;
const keyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key`: a call that succeeded is answered again with its first answer, after a restart and on any
 * instance. The claim on the key is the first statement of the call's own transaction, so that a second call waits for
 * the first, and nothing is left of one that failed or whose process died.
 */
@Injectable()
export class Idempotency {
  private prunedAt = 0;
  /** Characters kept by user id since they were added up. */
  private readonly grown = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly hashes: RequestHashes,
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
    const request = requestOf(context, call, file);
    const claim = { UserId: call.userId, Key: key, operation: context.operation!, request };
    const claiming = { over: false };
    let size = 0;
    try {
      const answer = await this.db.tx(async () => {
        size = 0;
        claiming.over = false;
        const kept = await this.claim(claim);
        claiming.over = true;
        if (kept) return kept;
        const made = await work();
        size = await this.keep(claim, made);
        return made;
      });
      await this.bound(call.userId, size);
      return answer;
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
    const { UserId, Key, operation, request } = claim;
    const RequestHash = this.hashes.of(request);
    const row = { UserId, Key, RequestHash, AnswerSize: 0, Answer: '', CreatedAt: this.clock.at() };
    try {
      await this.db.insert(IdempotencyKey, row);
      return undefined;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
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
    const isSame = this.hashes.isOf(stored.RequestHash, request);
    if (isSame === undefined) throw unreadable();
    if (!isSame) throw new IdempotencyConflict();
    if (stored.Answer === '') throw notKept(operation);
    const answer = this.cipher.open(stored.Answer, place(claim));
    if (answer === undefined) throw unreadable();
    const { headers, body, disclosures } = JSON.parse(answer) as Kept;
    for (const disclosure of disclosures) this.db.audited(disclosure);
    return new ResponseBody(headers, body);
  }

  /**
   * A list that streams is read after the commit and not kept: the same call simply reads it again. Of an answer that
   * shows a secret or is too large, the key alone is kept, so that the work is not done twice. Gives the size of what
   * is kept.
   */
  private async keep(claim: Claim, made: Made): Promise<number> {
    const { UserId, Key, operation } = claim;
    if (operation.answersSecret) return 0;
    if (!(made instanceof ResponseBody) || typeof made.body !== 'string') {
      await this.db.remove(IdempotencyKey, { UserId, Key });
      return 0;
    }
    const kept: Kept = { headers: made.headers, body: made.body, disclosures: this.db.disclosures() };
    const text = JSON.stringify(kept);
    if (Buffer.byteLength(text) > largestAnswer) return 0;
    const answer = this.cipher.encrypt(text, place(claim));
    // The row is this transaction's own: it need not be looked at again.
    await this.db.execute(
      sql`UPDATE idempotency_keys SET AnswerSize = ${answer.length}, Answer = ${answer}
        WHERE UserId = ${UserId} AND ${quoted('Key')} = ${Key}`,
    );
    return answer.length;
  }

  /** Removes the oldest answers of a user who has too many; their keys stay. In a transaction of its own. */
  private async bound(userId: string, size: number): Promise<void> {
    const grown = (this.grown.get(userId) ?? 0) + size;
    this.grown.set(userId, grown < answersBetween ? grown : 0);
    if (grown < answersBetween) return;
    const work = async (): Promise<void> => {
      const beyond = await this.db.one<{ At: DateTime }>(
        sql`SELECT k.CreatedAt AS At FROM (
            SELECT CreatedAt, SUM(AnswerSize) OVER (ORDER BY CreatedAt DESC) AS Total
              FROM idempotency_keys WHERE UserId = ${userId} AND AnswerSize > 0
          ) k WHERE k.Total > ${answersOfUser} ORDER BY k.CreatedAt DESC LIMIT 1`,
      );
      if (!beyond) return;
      await this.db.execute(
        sql`UPDATE idempotency_keys SET AnswerSize = 0, Answer = ''
          WHERE UserId = ${userId} AND AnswerSize > 0 AND CreatedAt <= ${beyond.At}`,
      );
    };
    // The call has its answer: after a failure here, the next answer adds up again.
    await this.db.tx(work).catch(() => this.grown.set(userId, answersBetween));
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

function notKept({ answersSecret }: Operation): IdempotencyConflict {
  const why = answersSecret
    ? 'shows a secret and is not kept. Where it is lost, make another one, with a new Idempotency-Key.'
    : 'is not kept: it was too large, or newer answers took its place. Read what the call changed.';
  return new IdempotencyConflict(`The first call with this Idempotency-Key succeeded. Its answer ${why}`);
}

/** What the sealed answer is bound to. */
function place({ UserId, Key }: Claim): string {
  return `idempotency_keys.Answer:${UserId}:${Key}`;
}

/** Another request, or the same by a caller with other rights, has other parts. */
function requestOf(context: RequestContext, { rights }: CallContext, file: string): RequestParts {
  const { request, operation, format } = context;
  const caller = JSON.stringify([rights?.agentId, [...(rights?.roles ?? [])].sort()]);
  return [`${operation?.name} ${request.url} ${format} ${caller}\n${file}`, request.body ?? ''];
}
