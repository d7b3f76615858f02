import type { Sql } from 'sql-template-tag';
import type { DateTime, Guid } from '../../record/fields.js';

/** The settings of a user's own agent that decide about sign-in. */
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

/** The data of agents that a sign-in needs. The agents module implements this class. */
export abstract class AgentDirectory {
  /** Columns and join that add the own agent to a query about a user `u`. */
  abstract readonly columns: Sql;
  abstract readonly join: Sql;
  /** The own agent in a row of a query with these columns. */
  abstract of(row: OwnAgentColumns): OwnAgent | undefined;
  abstract ofUser(userId: Guid): Promise<OwnAgent | undefined>;
  abstract exists(agentId: number): Promise<boolean>;
  /** The user whose own agent has the id. */
  abstract userOf(agentId: number): Promise<Guid | undefined>;
  /** Sets the user's own agent; 0 removes it. Throws NotFound for an unknown agent. */
  abstract link(userId: Guid, agentId: number): Promise<void>;
  /** Stores LastSessionId and LastLogin. */
  abstract recordSignIn(agentId: number, sessionId: Guid, at: DateTime): Promise<void>;
  abstract setMfaActive(agentId: number, active: boolean): Promise<void>;
}
