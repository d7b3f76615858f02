import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
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

  protected check(rewards: readonly Partial<GiftCardReward>[]): Promise<void> {
    return this.outcome.settle(rewards.map(({ RewardId }) => RewardId!));
  }
}
