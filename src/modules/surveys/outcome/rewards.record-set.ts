import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
import { Conflict } from '../../../errors/errors.js';
import { CheckedSet } from '../../../sets/table-set.js';
import { GiftCardReward } from '../survey-invitation.entity.js';
import { OutcomeService } from './outcome.service.js';

/** Imports rewards, and checks them as PUT /v1/SurveyAdmin/Rewards/{RewardId} does. */
@Injectable()
export class RewardsRecordSet extends CheckedSet<GiftCardReward> {
  constructor(
    db: Db,
    private readonly outcome: OutcomeService,
  ) {
    super(db, 'gift-card-rewards', GiftCardReward);
  }

  /** Cancels rewards that an import has added. Throws Conflict for a reward that was sent. */
  override async removeAdded(keys: readonly Partial<GiftCardReward>[]): Promise<void> {
    for (const { RewardId } of keys) {
      const stored = await this.db.lockRow(GiftCardReward, { RewardId: RewardId! });
      if (stored?.Status === 'Sent') throw new Conflict('was sent.');
      await this.db.update(GiftCardReward, { RewardId: RewardId! }, { Status: 'Cancelled' });
    }
    await this.check(keys);
  }

  protected check(rewards: readonly Partial<GiftCardReward>[]): Promise<void> {
    return this.outcome.settle(rewards.map(({ RewardId }) => RewardId!));
  }
}
