import { Table } from '../../../database/schema/table.js';
import { Int32 } from '../../../record/fields.js';

/**
 * The agent that owns the contacts of all search terms with this OwnerId. After hand-overs an agent has several
 * OwnerIds: a hand-over changes AgentId in these few rows instead of OwnerId in millions of terms.
 */
@Table('term_owners', { audited: false })
export class TermOwner {
  @Int32({ key: 'generated' }) OwnerId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
}
