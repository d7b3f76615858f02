import { Injectable } from '@nestjs/common';
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import type { Change } from '../../database/audit/change-log.js';
import { DatabaseUpkeep } from '../../database/database-upkeep.js';
import { Db } from '../../database/db.js';
import { Erasures } from '../../database/erasures.js';
import type { DateTime } from '../../record/fields.js';
import { Job } from '../../jobs/job.decorator.js';
import { quoted } from '../../database/sql/quoted.js';
import { FieldCipher, keyIdOf } from '../../database/encryption/field-cipher.js';
import { BadRequest, Conflict, Gone, IdempotencyConflict, InUse } from '../../errors/errors.js';
import type { HandlerResult } from '../endpoint/handler-result.js';
import { bytesOf } from '../body/body-reader.js';
import type { Operation } from '../endpoint/operation.js';
import type { RequestContext } from '../endpoint/request-context.js';
import { erasedAnswer, IdempotencyKey } from './idempotency-key.entity.js';
import { ResponseBody } from './response-body.js';

/** The stored response, and the disclosures to audit again with each replay. */
interface StoredResponse {
  headers: Record<string, string>;
  body: string;
  disclosures: Change[];
}

/** The texts and bytes that identify a request. */
type RequestParts = readonly (string | Uint8Array)[];

interface Claim extends Pick<IdempotencyKey, 'UserId' | 'Key'> {
  operation: Operation;
  request: RequestParts;
}
type Stored = Pick<IdempotencyKey, 'RequestHash' | 'Answer' | 'AnswerSize' | 'CreatedAt'>;
type Result = ResponseBody | HandlerResult;

/** Milliseconds for which a key identifies its first call. */
export const keptFor = 24 * 3_600_000;
/** Maximum size of one stored response in bytes before encryption. */
export const largestResponse = 262_144;
/** Maximum total length of a user's stored responses, in characters after encryption. */
export const responsesOfUser = 4_194_304;
/**
 * The total length of a user's stored responses is computed again after this many new characters, because computing it
 * for each call would be slow.
 */
const responsesBetween = 524_288;
const keyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * Hashes requests to `<key id>.<HMAC-SHA-256 in base64url>`. The key is derived from FIELD_KEY: from a plain hash, a
 * reader of the database could guess a password in a body quickly.
 */
@Injectable()
export class RequestHashes {
  private readonly keyId: string;
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor({ fieldKey, fieldKeysOld }: Config) {
    this.keyId = keyIdOf(fieldKey);
    this.keys = new Map([...fieldKeysOld, fieldKey].map((key) => [keyIdOf(key), derived(key)]));
  }

  of(parts: RequestParts): string {
    return hashOf(this.keyId, this.keys.get(this.keyId)!, parts);
  }

  /** Whether `hash` is the hash of `parts`; undefined if the key with which it was made is no longer configured. */
  isOf(hash: string, parts: RequestParts): boolean | undefined {
    const [keyId] = hash.split('.');
    const key = this.keys.get(keyId);
    return key && hashOf(keyId, key, parts) === hash;
  }
}

function hashOf(keyId: string, key: KeyObject, parts: RequestParts): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return `${keyId}.${hmac.digest('base64url')}`;
}

function derived(fieldKey: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', fieldKey, '', 'idempotency requests', 32)));
}

/**
 * Implements `Idempotency-Key`: a repeated call receives the response of the first successful call, also after a
 * restart and on any instance. The first statement of the call's transaction inserts the key. So a second call waits
 * for the first, and a failed call or a crash leaves no key.
 */
@Injectable()
export class Idempotency {
  /** By user id: the number of characters stored since the total of the user was last computed. */
  private readonly grown = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly cipher: FieldCipher,
    private readonly hashes: RequestHashes,
    private readonly clock: SystemClock,
    private readonly erasures: Erasures,
  ) {}

  /**
   * Runs `work` and stores its response for the key, both in one transaction. `file` is the hash of an uploaded file.
   * Throws BadRequest for an invalid key.
   */
  async once(
    context: RequestContext,
    key: string | readonly string[],
    work: () => Promise<Result>,
    file: string,
  ): Promise<Result> {
    if (typeof key !== 'string' || !keyForm.test(key))
      throw new BadRequest('Idempotency-Key must be 1 to 255 visible ASCII characters.');
    const UserId = context.userId!;
    const claim = { UserId, Key: key, operation: context.operation!, request: requestOf(context, file) };
    const claiming = { over: false };
    let size = 0;
    try {
      const response = await this.db.tx(async () => {
        size = 0;
        claiming.over = false;
        const kept = await this.claim(claim);
        claiming.over = true;
        if (kept) return kept;
        const made = await work();
        size = await this.keep(claim, made, context.erasures!);
        return size === 0 ? marked(made) : made;
      });
      await this.bound(UserId, size);
      return response;
    } catch (error) {
      if (error instanceof InUse && !claiming.over)
        throw new Conflict('The first call with this Idempotency-Key is still running. Try again.', {
          retryAfter: 1,
          cause: error,
        });
      throw error;
    }
  }

  /** Waits for the first call with the key, and returns its response; undefined if this call is the first. */
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
    // Read with the shared lock that the failed INSERT holds already. An exclusive lock would make this replay wait for
    // all other replays.
    const [stored] = await this.db.hold<Stored | undefined>(
      sql`SELECT RequestHash, Answer, AnswerSize, CreatedAt FROM idempotency_keys
        WHERE UserId = ${UserId} AND ${quoted('Key')} = ${Key}`,
    );
    // The key has expired, or was removed after the INSERT failed.
    if (!stored || stored.CreatedAt < this.clock.at(-keptFor)) {
      await this.db.remove(IdempotencyKey, { UserId, Key });
      await this.db.insert(IdempotencyKey, row);
      return undefined;
    }
    const isSame = this.hashes.isOf(stored.RequestHash, request);
    if (isSame === undefined) throw unreadable();
    if (!isSame) throw new IdempotencyConflict();
    if (stored.AnswerSize === erasedAnswer)
      throw new Gone('The response of this Idempotency-Key was about a person who has been erased since.');
    if (stored.Answer === '') throw notKept(operation);
    const text = this.cipher.open(stored.Answer, answerPlace(claim));
    if (text === undefined) throw unreadable();
    const { headers, body, disclosures } = JSON.parse(text) as StoredResponse;
    for (const disclosure of disclosures) this.db.audited(disclosure);
    return new ResponseBody(headers, body);
  }

  /**
   * Stores the response and returns its size. A streamed list is not stored, because the same call can read it again.
   * For a response that has a secret, is too large, or may be about a person who was erased since `erasures` was read,
   * only the key is stored, so that a second call does not repeat the work.
   */
  private async keep(claim: Claim, made: Result, erasures: string): Promise<number> {
    const { UserId, Key, operation } = claim;
    if (operation.showsSecret) return 0;
    if (!(made instanceof ResponseBody) || typeof made.body !== 'string') {
      await this.db.remove(IdempotencyKey, { UserId, Key });
      return 0;
    }
    const kept: StoredResponse = { headers: made.headers, body: made.body, disclosures: this.db.changes.disclosures() };
    const text = JSON.stringify(kept);
    if (Buffer.byteLength(text) > largestResponse || (await this.erasures.hasChanged(erasures))) return 0;
    const encrypted = this.cipher.encrypt(text, answerPlace(claim));
    // An UPDATE is enough, because this transaction has inserted the row.
    await this.db.execute(
      sql`UPDATE idempotency_keys SET AnswerSize = ${encrypted.length}, Answer = ${encrypted}
        WHERE UserId = ${UserId} AND ${quoted('Key')} = ${Key}`,
    );
    return encrypted.length;
  }

  /** Counts the unexpired responses that are encrypted with a former FIELD_KEY: replays still need that key. */
  async underFormerKeys(): Promise<number> {
    const since = this.clock.at(-keptFor);
    const { Kept } = (await this.db.one<{ Kept: number }>(
      sql`SELECT COUNT(*) AS Kept FROM idempotency_keys
        WHERE CreatedAt >= ${since} AND SUBSTR(RequestHash, 1, 8) <> ${this.cipher.keyId}`,
    ))!;
    return Kept;
  }

  /**
   * Removes the oldest responses of a user if their total length is above `responsesOfUser`, but keeps their keys.
   * Computes the total once per `responsesBetween` new characters, of which the call has stored `size`. Runs in its own
   * transaction.
   */
  private async bound(userId: string, size: number): Promise<void> {
    const grown = (this.grown.get(userId) ?? 0) + size;
    this.grown.set(userId, grown < responsesBetween ? grown : 0);
    if (grown < responsesBetween) return;
    const work = async (): Promise<void> => {
      const beyond = await this.db.one<{ At: DateTime }>(
        sql`SELECT k.CreatedAt AS At FROM (
            SELECT CreatedAt, SUM(AnswerSize) OVER (ORDER BY CreatedAt DESC) AS Total
              FROM idempotency_keys WHERE UserId = ${userId} AND AnswerSize > 0
          ) k WHERE k.Total > ${responsesOfUser} ORDER BY k.CreatedAt DESC LIMIT 1`,
      );
      if (!beyond) return;
      await this.db.execute(
        sql`UPDATE idempotency_keys SET AnswerSize = 0, Answer = ''
          WHERE UserId = ${userId} AND AnswerSize > 0 AND CreatedAt <= ${beyond.At}`,
      );
    };
    // Ignore a failure, because the call itself has succeeded. The user's next call with a key tries again.
    await this.db.tx(work).catch(() => this.grown.set(userId, responsesBetween));
  }

  @Job({ name: 'idempotency pruning', every: 60_000 })
  async prune(): Promise<void> {
    await this.upkeep.removeOlder('idempotency_keys', 'CreatedAt', this.clock.at(-keptFor));
  }
}

/** The error for a response that is encrypted with a former FIELD_KEY which FIELD_KEYS_OLD lacks. */
function unreadable(): Conflict {
  return new Conflict(
    'The first call with this Idempotency-Key succeeded, but its response can no longer be decrypted. ' +
      'Read the changed records; use a new key for another call.',
  );
}

function notKept({ showsSecret }: Operation): IdempotencyConflict {
  const why = showsSecret
    ? 'has a secret and was not stored. If you lost the secret, create another one with a new Idempotency-Key.'
    : 'is not stored: it was too large, newer responses replaced it, or a person was erased during the call. ' +
      'Read the changed records.';
  return new IdempotencyConflict(`The first call with this Idempotency-Key succeeded. Its response ${why}`);
}

/**
 * The additional authenticated data of an encrypted response, so that the response decrypts only for the same user and
 * Idempotency-Key.
 */
export function answerPlace({ UserId, Key }: Pick<IdempotencyKey, 'UserId' | 'Key'>): string {
  return `idempotency_keys.Answer:${UserId}:${Key}`;
}

/** Tells the client in a header that a second call will not receive this response. */
function marked(made: Result): Result {
  if (!(made instanceof ResponseBody) || typeof made.body !== 'string') return made;
  return new ResponseBody({ ...made.headers, 'Idempotency-Response': 'not-stored' }, made.body, made.status);
}

/** The parts of the request that its hash covers. They include the caller's rights and If-Match, if it was sent. */
function requestOf(context: RequestContext, file: string): RequestParts {
  const { request, operation, format, rights } = context;
  const caller = JSON.stringify([rights?.agentId, [...(rights?.roles ?? [])].sort()]);
  const ifMatch = request.headers['if-match'];
  const edited = ifMatch === undefined ? '' : `\nIf-Match: ${ifMatch}`;
  return [`${operation?.name} ${request.url} ${format} ${caller}\n${file}${edited}`, bytesOf(context) ?? ''];
}
