import { OwnPassword } from '../../auth/accounts/credential.fields.js';
import { DateTime, Derived, Int32, Name, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import type { Class } from '../../record/field-types.js';
import { Agent } from './agent.entity.js';

/** An entry of the agent drop-down list. */
export class AgentDD {
  @Int32({ example: 7 }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Text(50, { example: 'Active' }) AgentStatus!: string;
  @Int32({ description: "The agent's contacts that are not Deleted; 0 for an agent outside the caller's scope." })
  ContactCount!: number;
}

export class AgentDropdownRequest {}

export class AgentDropdownResponse extends responseOf('Agents', AgentDD) {}

/**
 * An agent in requests and responses. It has no ApiKey, because only the response that creates an API key shows the
 * key.
 */
@Derived({ without: ['ApiKey'] })
export class AgentProfile extends (Agent as Class<Omit<Agent, 'ApiKey'>>) {}

/** The request that changes an agent. */
export class WrittenAgent extends AgentProfile {
  @OwnPassword() OwnPassword!: string;
}

export class DownlineAgent {
  @Int32({ key: true, example: 9 }) AgentId!: number;
  @Name(200, { example: 'Ben Ortiz' }) AgentName!: string;
  @Text(50, { example: 'Active' }) AgentStatus!: string;
  @Text(20, { description: 'Name of the first field in which this agent names the upline.', example: 'Upline1' })
  Via!: string;
  @Int32({ description: "The agent's contacts that are not Deleted.", example: 12 }) ContactCount!: number;
  @DateTime({ description: 'Start of the latest activity of this agent that is not in the future.' })
  LastActivity!: DateTime | null;
}

export class AgentRequest {
  @Int32({ example: 2 }) AgentId!: number;
}

export class AgentsResponse extends responseOf('Agents', AgentProfile) {}

export class DownlineResponse extends responseOf('Downline', DownlineAgent) {}
