import { Table } from '../../../database/schema/table.js';
import { Int32 } from '../../../record/fields.js';

/**
 * The agent that owns the contacts of the search terms with this OwnerId. An agent may have several owners, so that a
 * hand-over changes these few rows instead of millions of terms.
 */
@Table('term_owners', { audited: false })
export class TermOwner {
  @Int32({ key: 'generated' }) OwnerId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
}
