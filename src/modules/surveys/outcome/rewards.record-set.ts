import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { columns } from '../../../database/schema/columns.js';
import { RecordSet, type Added } from '../../../sets/record-set.js';
import { GiftCardReward } from '../survey-invitation.entity.js';
import { OutcomeService } from './outcome.service.js';

/** Imports rewards with the rules of single ones. */
@Injectable()
export class RewardsRecordSet extends RecordSet {
  readonly name = 'gift-card-rewards';
  readonly record = GiftCardReward;
  readonly key = ['RewardId'];
  readonly rows = sql`SELECT ${columns(GiftCardReward, 'r')} FROM gift_card_rewards r ORDER BY r.RewardId`;

  constructor(
    private readonly db: Db,
    private readonly outcome: OutcomeService,
  ) {
    super();
  }

  override async save(rewards: readonly Partial<GiftCardReward>[]): Promise<Upserted> {
    const done = await this.db.upsertAll(GiftCardReward, rewards, { audited: true });
    await this.outcome.settle(rewards.map(({ RewardId }) => RewardId!));
    return done;
  }

  override async add(rewards: readonly Partial<GiftCardReward>[]): Promise<Added> {
    const records = await this.db.insertAll(GiftCardReward, rewards);
    await this.outcome.settle(records.map(({ RewardId }) => RewardId));
    return { inserted: records.length, records };
  }
}
