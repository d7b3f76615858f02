import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { newGuid } from '../record/values/guid.js';
import type { ChangeLog } from './audit/change-log.js';
import { Db } from './db.js';
import { ServiceMeta } from './schema/service-meta.entity.js';

const Name = 'erasures';

/**
 * An erasure removes only the copies of a person that are stored when it runs. With this class, a call that has read a
 * person finds out before it stores a copy whether somebody was erased meanwhile.
 */
@Injectable()
export class Erasures {
  /** By the changes of an open transaction that erases a person: the state that this transaction has set. */
  private readonly own = new WeakMap<ChangeLog, string>();

  constructor(private readonly db: Db) {}

  /** The state that `hasChanged` compares. Each erasure changes it. */
  async state(): Promise<string> {
    const found = await this.db.one<ServiceMeta>(
      sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = ${Name}`,
    );
    return found?.Value ?? '';
  }

  /** Begins an erasure, before it looks for copies: no copy is stored until its transaction ends. */
  async begin(): Promise<void> {
    const Value = newGuid();
    await this.db.upsertAll(ServiceMeta, [{ Name, Value }]);
    this.own.set(this.db.changes, Value);
  }

  /**
   * Whether another transaction has erased a person since `state` was read, before the copy was. Call it in the
   * transaction that stores the copy. It waits for a running erasure, and keeps others from beginning until the
   * transaction ends.
   */
  async hasChanged(state: string): Promise<boolean> {
    const held = sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = ${Name}`;
    let [found] = await this.db.hold<ServiceMeta | undefined>(held);
    if (!found) {
      // Without its row, there is nothing to lock.
      await this.db.insertMissing(ServiceMeta, [{ Name, Value: '' }]);
      [found] = await this.db.hold<ServiceMeta | undefined>(held);
    }
    return found!.Value !== state && found!.Value !== this.own.get(this.db.changes);
  }
}
