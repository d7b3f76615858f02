import type { Sql } from 'sql-template-tag';
import type { DateTime, Guid } from '../../record/fields.js';

/** A row of a query with `AgentDirectory.columns`. */
export type OwnAgentColumns = Readonly<Record<string, unknown>>;

/** The agent who is linked to a user, with the fields that a sign-in needs. */
export interface OwnAgent {
  AgentId: number;
  RestrictToSingleSession: boolean;
  RequireMFA: boolean;
  MfaActive: boolean;
  Active: boolean;
}

/** Reads the agents of users for the sign-in. The agents module implements this class. */
export abstract class AgentDirectory {
  /**
   * The columns and the join that add the user's agent `own` to the query of the caller and to the list of users, whose
   * users are `u`. `of` reads the columns. The list needs one statement for its options. A second statement for each
   * caller costs half of the calls: E14 list, MariaDB, 1 connection: 401 → 197 calls/s, 973 → 1,315 µs of processor
   * time a call. All other code asks for values, with `ofUsers`.
   */
  abstract readonly columns: Sql;
  abstract readonly join: Sql;
  abstract of(row: OwnAgentColumns): OwnAgent | undefined;
  /** The agents of users, by UserId. Within a transaction, `locked` reads and locks their newest rows. */
  abstract ofUsers(userIds: readonly Guid[], locked?: 'locked'): Promise<ReadonlyMap<Guid, OwnAgent>>;
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
