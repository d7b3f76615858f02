import type { Sql } from 'sql-template-tag';
import type { DateTime, Guid } from '../../record/fields.js';

/** The agent who is linked to a user, with the fields that a sign-in needs. */
export interface OwnAgent {
  AgentId: number;
  RestrictToSingleSession: boolean;
  RequireMFA: boolean;
  MfaActive: boolean;
  Active: boolean;
}

/** A query row that contains `AgentDirectory.columns`. */
export type OwnAgentColumns = Readonly<Record<string, unknown>>;

/** Reads the agents of users for the sign-in. The agents module implements this class. */
export abstract class AgentDirectory {
  /** The columns and the join that add the user's agent to a query about a user `u`. */
  abstract readonly columns: Sql;
  abstract readonly join: Sql;
  abstract of(row: OwnAgentColumns): OwnAgent | undefined;
  abstract ofUser(userId: Guid): Promise<OwnAgent | undefined>;
  abstract exists(agentId: number): Promise<boolean>;
  abstract userOf(agentId: number): Promise<Guid | undefined>;
  /**
   * Links the user to the agent; `agentId` 0 removes the user's link. Throws NotFound for an unknown agent, Conflict if
   * another user has the agent.
   */
  abstract link(userId: Guid, agentId: number): Promise<void>;
  /** Stores the agent's LastSessionId and LastLogin. */
  abstract recordSignIn(agentId: number, sessionId: Guid, at: DateTime): Promise<void>;
  abstract setMfaActive(agentId: number, active: boolean): Promise<void>;
}
