import { DateTime, Derived, Int32, ListOf, Text } from '../../../record/fields.js';
import type { Class } from '../../../record/field-types.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../../record/response-status.js';
import { Agent } from '../agent.entity.js';

/** An agent as it is read and changed: a key is shown once, when it is made. */
@Derived({ without: ['ApiKey'] })
export class AgentProfile extends (Agent as Class<Omit<Agent, 'ApiKey'>>) {}

/** An agent of another one's downline. */
export class DownlineAgent {
  @Int32({ key: true, example: 9 }) AgentId!: number;
  @Text(200, { example: 'Ben Ortiz' }) AgentName!: string;
  @Text(50, { example: 'Active' }) AgentStatus!: string;
  @Text(20, { description: 'The first field that names the upline.', example: 'Upline1' }) Via!: string;
  @Int32({ description: "The agent's contacts that are not Deleted.", example: 12 }) ContactCount!: number;
  @DateTime({ description: 'When the last of its activities until now began.' }) LastActivity!: DateTime | null;
}

export class AgentRequest {
  @Int32({ example: 2 }) AgentId!: number;
}

export class AgentsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => AgentProfile) Agents!: Rows<AgentProfile>;
}

export class DownlineResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => DownlineAgent) Downline!: Rows<DownlineAgent>;
}
