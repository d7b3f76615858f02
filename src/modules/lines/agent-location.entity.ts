import { Table } from '../../database/schema/table.js';
import { Guid, Int32 } from '../../record/fields.js';

/** An agent works at a location: its visits are in the scope of the agent and the agent's upline. */
@Table('agent_locations', { set: 'agent-locations' })
export class AgentLocation {
  @Int32({ key: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number;
  @Guid({ key: true, references: 'Location.LocationId', onDelete: 'CASCADE' }) LocationId!: Guid;
}
