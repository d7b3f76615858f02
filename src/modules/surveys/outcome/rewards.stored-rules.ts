import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { StoredRule } from '../../../database/inspection/stored-rule.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { OutcomeService } from './outcome.service.js';

const open = sql`r.Status <> 'Cancelled'`;

/** A contact has one reward for a survey that is pending or sent. */
@Injectable()
export class DoubledRewards extends StoredRule {
  readonly name = 'rewards';
  readonly broken = 'Rewards of a contact who has another one for the same survey';
  readonly key = 'RewardId';
  override readonly todo =
    'It cancels pending ones; PUT /v1/SurveyAdmin/Rewards/<RewardId> {"Status":"Cancelled"} cancels one that was sent.';

  constructor(
    private readonly db: Db,
    private readonly outcome: OutcomeService,
  ) {
    super();
  }

  /** The reward that was sent is no double, or else the first one. */
  async violations(most: number): Promise<number[]> {
    const rows = await this.db.all<{ RewardId: number }>(sql`SELECT r.RewardId AS RewardId FROM gift_card_rewards r
      JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid
      WHERE ${open} AND EXISTS (SELECT 1 FROM survey_invitations j
        JOIN gift_card_rewards o ON o.SurveyGuid = j.SurveyGuid
        WHERE j.ContactId = i.ContactId AND j.SurveyId = i.SurveyId AND o.RewardId <> r.RewardId
          AND ((o.Status = 'Sent' AND r.Status = 'Pending') OR (o.Status = r.Status AND o.RewardId < r.RewardId)))
      ORDER BY r.RewardId LIMIT ${most}`);
    return rows.map(({ RewardId }) => RewardId);
  }

  override mend(ids: readonly number[]): Promise<number> {
    return this.outcome.cancelPending(ids);
  }
}

/** HasGiftCard says whether a reward of the contact is pending or was sent. */
@Injectable()
export class GiftCards extends StoredRule {
  readonly name = 'gift-cards';
  readonly broken = 'Contacts whose HasGiftCard differs from their rewards';
  readonly key = 'ContactId';

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {
    super();
  }

  async violations(most: number): Promise<number[]> {
    const rewarded = sql`SELECT i.ContactId AS ContactId FROM gift_card_rewards r
      JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid WHERE ${open}`;
    const rows = await this.db.all<{ ContactId: number }>(sql`SELECT ContactId FROM (
        SELECT c.ContactId AS ContactId FROM contacts c JOIN (${rewarded}) h ON h.ContactId = c.ContactId
        WHERE COALESCE(c.HasGiftCard, 0) = 0
        UNION SELECT c.ContactId FROM contacts c WHERE c.HasGiftCard = 1 AND NOT EXISTS
          (SELECT 1 FROM survey_invitations i JOIN gift_card_rewards r ON r.SurveyGuid = i.SurveyGuid
           WHERE i.ContactId = c.ContactId AND ${open})
      ) wrong ORDER BY ContactId LIMIT ${most}`);
    return rows.map(({ ContactId }) => ContactId);
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
