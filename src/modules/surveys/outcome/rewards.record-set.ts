import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { QueriedRule } from '../../../database/inspection/stored-rule.js';
import { CheckedSet } from '../../../sets/table-set.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { GiftCardReward } from '../survey-invitation.entity.js';
import { OutcomeService } from './outcome.service.js';

const open = sql`r.Status <> 'Cancelled'`;

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

/** A contact has at most one reward for a survey that is pending or was sent. */
@Injectable()
export class DoubledRewards extends QueriedRule {
  readonly name = 'rewards';
  readonly broken = 'Rewards of a contact who has another one for the same survey';
  readonly key = 'RewardId';
  override readonly todo =
    'It cancels pending rewards. Cancel sent rewards: PUT /v1/SurveyAdmin/Rewards/<RewardId> {"Status":"Cancelled"}.';
  /**
   * Selects the rewards of a contact for a survey except the one to keep: the sent reward, or the first one if none was
   * sent, or the first of several that were sent.
   */
  protected readonly query = sql`SELECT r.RewardId AS RewardId FROM gift_card_rewards r
    JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid
    WHERE ${open} AND EXISTS (SELECT 1 FROM survey_invitations j
      JOIN gift_card_rewards o ON o.SurveyGuid = j.SurveyGuid
      WHERE j.ContactId = i.ContactId AND j.SurveyId = i.SurveyId AND o.RewardId <> r.RewardId
        AND ((o.Status = 'Sent' AND r.Status = 'Pending') OR (o.Status = r.Status AND o.RewardId < r.RewardId)))`;

  constructor(
    db: Db,
    private readonly outcome: OutcomeService,
  ) {
    super(db);
  }

  override mend(ids: readonly number[]): Promise<number> {
    return this.outcome.cancelPending(ids);
  }
}

/** HasGiftCard is true if a reward of the contact is pending or was sent. */
@Injectable()
export class GiftCards extends QueriedRule {
  readonly name = 'gift-cards';
  readonly broken = 'Contacts whose HasGiftCard differs from their rewards';
  readonly key = 'ContactId';
  protected readonly query = sql`SELECT ContactId FROM (
      SELECT c.ContactId AS ContactId FROM contacts c JOIN (SELECT i.ContactId AS ContactId FROM gift_card_rewards r
        JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid WHERE ${open}) h ON h.ContactId = c.ContactId
      WHERE COALESCE(c.HasGiftCard, 0) = 0
      UNION SELECT c.ContactId FROM contacts c WHERE c.HasGiftCard = 1 AND NOT EXISTS
        (SELECT 1 FROM survey_invitations i JOIN gift_card_rewards r ON r.SurveyGuid = i.SurveyGuid
         WHERE i.ContactId = c.ContactId AND ${open})
    ) wrong`;

  constructor(
    db: Db,
    private readonly contacts: ContactsService,
  ) {
    super(db);
  }

  override async mend(ids: readonly number[]): Promise<number> {
    for (const id of ids) {
      const stored = await this.db.one(sql`SELECT 1 AS One FROM survey_invitations i
        JOIN gift_card_rewards r ON r.SurveyGuid = i.SurveyGuid WHERE i.ContactId = ${id} AND ${open} LIMIT 1`);
      await this.contacts.setHasGiftCard(id, stored !== undefined);
    }
    return ids.length;
  }
}
