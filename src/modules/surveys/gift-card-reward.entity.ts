import { Table } from '../../database/schema/table.js';
import { Guid, Int32, Text } from '../../record/fields.js';

export const rewardStatuses = ['Pending', 'Sent', 'Cancelled'] as const;

/** The gift card that an answered invitation earned. */
@Table('gift_card_rewards', { set: 'gift-card-rewards', ofPerson: { keep: 'that a gift card is owed or was sent' } })
export class GiftCardReward {
  @Int32({ key: 'generated', example: 1 }) RewardId!: number;
  @Guid({ required: true, references: 'SurveyInvitation.SurveyGuid', unique: true }) SurveyGuid!: Guid;
  @Text(20, { enum: rewardStatuses, default: 'Pending', example: 'Pending' }) Status!: string;
}
