import type { DateTime, Guid } from '../../record/fields.js';

/** What signing in has to know of a user's own agent. */
export interface OwnAgent {
  AgentId: number;
  RestrictToSingleSession: boolean;
  RequireMFA: boolean;
  MfaActive: boolean;
  /** AgentStatus is Active. */
  Active: boolean;
}

/** The agents as signing in sees them; the agents module provides it. */
export abstract class AgentDirectory {
  abstract ofUser(userId: Guid): Promise<OwnAgent | undefined>;
  /** Whose own the agent is. */
  abstract userOf(agentId: number): Promise<Guid | undefined>;
  /** Makes the agent the user's own; 0: the user has none from now on. Throws NotFound for an unknown agent. */
  abstract link(userId: Guid, agentId: number): Promise<void>;
  /** Keeps LastSessionId and LastLogin. */
  abstract recordSignIn(agentId: number, sessionId: Guid, at: DateTime): Promise<void>;
  abstract setMfaActive(agentId: number, active: boolean): Promise<void>;
}
