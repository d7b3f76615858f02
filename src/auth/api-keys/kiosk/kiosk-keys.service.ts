import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/lists/list-query.js';
import { columnsOf } from '../../../database/schema/columns.js';
import { joinedName } from '../../../database/schema/name-keys.js';
import { NotFound, noSuch, TooManyRequests } from '../../../errors/errors.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { toDate } from '../../../record/values/datetime.js';
import { newGuid } from '../../../record/values/guid.js';
import type { Principal } from '../../accounts/principal.js';
import { newSecret, sha256 } from '../../accounts/secrets.js';
import { SecurityLogService } from '../../accounts/security-log.service.js';
import { lifeOfKey, mustBeAhead, prefixLength, useInterval } from '../key-life.js';
import { kiosk } from '../key-scope.js';
import { KioskKey } from './kiosk-key.entity.js';
import { ListedKioskKey } from './kiosk-keys.records.js';

const kioskPrefix = 'kiosk_';
/** The period, in milliseconds, in which a kiosk may look up a person at most `mostTries` times. */
const triesInterval = 60_000;

const listed: ListStatement<ListedKioskKey> = {
  columns: { ...columnsOf(ListedKioskKey, 'k'), LocationName: joinedName('l', 'Name') },
  from: sql`kiosk_keys k`,
  joins: { l: sql`JOIN locations l ON l.LocationId = k.LocationId` },
  order: [sql`k.CreatedAt`, sql`k.KeyId`],
  key: [sql`k.KeyId`],
};

export function isKioskKey(key: string): boolean {
  return key.startsWith(kioskPrefix);
}

/** API keys that belong to a location. A caller with such a key is no user, and may call only operations of `kiosk`. */
@Injectable()
export class KioskKeysService {
  mostTries = 10;

  constructor(
    private readonly db: Db,
    private readonly security: SecurityLogService,
    private readonly time: SystemClock,
  ) {}

  /**
   * Adds a key of the location. Only this result contains the key: the database stores its hash. Throws NotFound for an
   * unknown location, and Invalid for an expiry in the past.
   */
  async create(LocationId: Guid, ExpiresAt = this.time.at(lifeOfKey)): Promise<{ KeyId: Guid; key: string }> {
    mustBeAhead(ExpiresAt, this.time.at());
    const key = kioskPrefix + newSecret();
    const stated = { KeyId: newGuid(), LocationId, ExpiresAt, CreatedAt: this.time.at() };
    await this.db.tx(async () => {
      await this.requireLocation(LocationId);
      this.security.acted('key made', { location: LocationId });
      await this.db.insert(KioskKey, { ...stated, KeyHash: sha256(key), Prefix: key.slice(0, prefixLength) });
    });
    return { KeyId: stated.KeyId, key };
  }

  /** Undefined if the key is unknown, revoked or expired. */
  async callerOf(key: string): Promise<Principal | undefined> {
    const found = await this.db.one<Pick<KioskKey, 'KeyId' | 'LocationId' | 'LastUsedAt'> & { Name: string }>(
      sql`SELECT k.KeyId AS KeyId, k.LocationId AS LocationId, k.LastUsedAt AS LastUsedAt, l.Name AS Name
        FROM kiosk_keys k JOIN locations l ON l.LocationId = k.LocationId
        WHERE k.KeyHash = ${sha256(key)} AND k.RevokedAt IS NULL AND k.ExpiresAt > ${this.time.at()}`,
    );
    if (!found) return undefined;
    const { KeyId, LocationId, LastUsedAt, Name } = found;
    if (LastUsedAt === null || this.time.now() - toDate(LastUsedAt).getTime() >= useInterval)
      await this.db.tx(() =>
        this.db.execute(sql`UPDATE kiosk_keys SET LastUsedAt = ${this.time.at()} WHERE KeyId = ${KeyId}`),
      );
    return {
      UserId: KeyId,
      UserName: '',
      DisplayName: Name,
      AgentId: 0,
      Roles: [],
      isAdministrator: false,
      MfaActive: false,
      mustEnrol: false,
      mustChangePassword: false,
      KeyId,
      LocationId,
      scope: [kiosk],
    };
  }

  /**
   * Counts one call in which the kiosk looks up a person. The database keeps the count, so that the limit applies to
   * all instances together. Invoke this method before the transaction of the call: a failed call rolls its transaction
   * back, but still counts. Throws TooManyRequests.
   */
  async spend(keyId: Guid): Promise<void> {
    const [now, since] = [this.time.at(), this.time.at(-triesInterval)];
    const isOver = sql`(TriesSince IS NULL OR TriesSince <= ${since})`;
    const counted = await this.db.tx(() =>
      this.db.execute(sql`UPDATE kiosk_keys SET Tries = CASE WHEN ${isOver} THEN 1 ELSE Tries + 1 END,
        TriesSince = CASE WHEN ${isOver} THEN ${now} ELSE TriesSince END
        WHERE KeyId = ${keyId} AND (${isOver} OR Tries < ${this.mostTries})`),
    );
    if (counted > 0) return;
    const key = await this.db.read(KioskKey, { KeyId: keyId });
    this.security.record({
      event: 'kiosk check-in',
      outcome: 'failed',
      reason: 'throttled',
      location: key?.LocationId,
    });
    const until = key?.TriesSince ? toDate(key.TriesSince).getTime() + triesInterval : 0;
    const seconds = Math.max(1, Math.ceil((until - this.time.now()) / 1000));
    throw new TooManyRequests(`This kiosk has made too many calls. Try again in ${seconds} s.`, seconds);
  }

  /** All keys, or the keys of one location, the oldest first. Throws NotFound for an unknown location. */
  async list(locationId: Guid | undefined, options: ListOptions): Promise<ListResult<ListedKioskKey>> {
    if (locationId !== undefined) await this.requireLocation(locationId);
    const where = locationId === undefined ? sql`1 = 1` : sql`k.LocationId = ${locationId}`;
    return this.db.list(ListedKioskKey, { ...listed, where }, options);
  }

  /** Throws NotFound. */
  async read(keyId: Guid): Promise<ListedKioskKey> {
    const found = await this.db.rowOfList(ListedKioskKey, listed, sql`k.KeyId = ${keyId}`);
    if (!found) throw new NotFound('There is no such key.');
    return found;
  }

  has(keyId: Guid): Promise<boolean> {
    return this.db.exists(sql`kiosk_keys WHERE KeyId = ${keyId}`);
  }

  /** Throws NotFound for an unknown key and for a key of another location. Revoking a key again changes nothing. */
  async revoke(keyId: Guid, locationId?: Guid): Promise<void> {
    await this.db.tx(async () => {
      const key = await this.db.lockRow(KioskKey, { KeyId: keyId });
      if (!key || (locationId !== undefined && key.LocationId !== locationId))
        throw new NotFound('There is no such key.');
      if (key.RevokedAt !== null) return;
      await this.db.update(KioskKey, { KeyId: keyId }, { RevokedAt: this.time.at() });
      this.security.acted('key revoked', { location: key.LocationId });
    });
  }

  private async requireLocation(locationId: Guid): Promise<void> {
    if (!(await this.db.exists(sql`locations WHERE LocationId = ${locationId}`))) throw noSuch('location');
  }
}
