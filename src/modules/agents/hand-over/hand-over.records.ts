import { Flag, Int32, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { outcomes, type Outcome } from './holding.js';

/** The number of records of one kind that still belong to an agent. */
export class LeftBehind {
  @Text(50, { example: 'Contacts' }) Kind!: string;
  @Int32({ example: 120 }) Count!: number;
  @Text(20, { enum: outcomes, example: 'Transferred', description: 'What a hand-over does with the records.' })
  Outcome!: Outcome;
}

export class HandOverRequest {
  @Int32({ example: 5, description: 'The agent that hands over its records.' }) AgentId!: number;
  @Int32({ required: true, example: 2, description: 'The agent that receives the records.' }) To!: number;
  @Flag({ description: 'Lists the records that would be handed over, and changes nothing.', example: true })
  dryRun!: boolean;
}

export class HandOverResponse extends responseOf('HandOver', LeftBehind) {}

export class LeftBehindResponse extends responseOf('LeftBehind', LeftBehind) {}
