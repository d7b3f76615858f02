import type { Sql } from 'sql-template-tag';
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

/** A row of a query with the directory's columns. */
export type OwnAgentColumns = Readonly<Record<string, unknown>>;

/** The agents as signing in sees them; the agents module provides it. */
export abstract class AgentDirectory {
  /** What a query about a user, `u`, selects and joins to learn of the own agent too. */
  abstract readonly columns: Sql;
  abstract readonly join: Sql;
  /** The own agent in a row of such a query. */
  abstract of(row: OwnAgentColumns): OwnAgent | undefined;
  abstract ofUser(userId: Guid): Promise<OwnAgent | undefined>;
  abstract exists(agentId: number): Promise<boolean>;
  /** Whose own the agent is. */
  abstract userOf(agentId: number): Promise<Guid | undefined>;
  /** Makes the agent the user's own; 0: the user has none from now on. Throws NotFound for an unknown agent. */
  abstract link(userId: Guid, agentId: number): Promise<void>;
  /** Keeps LastSessionId and LastLogin. */
  abstract recordSignIn(agentId: number, sessionId: Guid, at: DateTime): Promise<void>;
  abstract setMfaActive(agentId: number, active: boolean): Promise<void>;
}
