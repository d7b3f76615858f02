import { Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { guid } from '../../record/field-types.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';

/** Where an agent's queue opens: a location and the service lines shown there. */
export class QueueDefault {
  @Guid() LocationId!: Guid | null;
  @ListOf(guid) Services!: Guid[];
}

/** An entry of the agent dropdown. */
export class AgentDD {
  @Int32({ example: 7 }) AgentId!: number;
  @Text(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Text(50, { example: 'Active' }) AgentStatus!: string;
  @Int32({ description: "The agent's contacts that are not Deleted; 0 for an agent outside the caller's scope." })
  ContactCount!: number;
}

export class AgentDropdownRequest {}

export class AgentDropdownResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => AgentDD) Agents!: Rows<AgentDD>;
}
