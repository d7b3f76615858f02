import { Injectable } from '@nestjs/common';
import { MergeRule, type MergeStep } from '../../contacts/merge/merge-rule.service.js';
import { OutcomeService } from './outcome.service.js';

/** A contact has one reward for a survey: of merged contacts one stays. */
@Injectable()
export class RewardsMergeRule extends MergeRule {
  constructor(private readonly outcome: OutcomeService) {
    super();
  }

  override settle(contactId: number): Promise<MergeStep[]> {
    return this.outcome.settleContact(contactId);
  }
}
