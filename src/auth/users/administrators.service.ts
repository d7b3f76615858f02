import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import { mayAct } from '../accounts/accounts.service.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import type { Guid } from '../../record/fields.js';

interface Administrator {
  UserId: Guid;
  DisplayName: string;
}

type Holder = Administrator & { Disabled: boolean };

const holders = sql`SELECT u.UserId AS UserId, u.DisplayName AS DisplayName, u.Disabled AS Disabled
  FROM user_roles r JOIN users u ON u.UserId = r.UserId WHERE r.RoleCode = ${Role.Administrator} ORDER BY u.UserId`;

/** Keeps at least one Administrator who may sign in. */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
  ) {}

  /**
   * Runs, within a transaction, a change that may take the role Administrator from a user. All instances run such
   * changes one after the other. Throws Conflict if no Administrator would be left.
   */
  async keepOne<T>(change: () => Promise<T>): Promise<T> {
    const before = await this.lockAny();
    const changed = await change();
    if (before && !(await this.lockAny()))
      throw new Conflict('This is the last enabled Administrator: make another Administrator first.');
    return changed;
  }

  /** The Administrators who may sign in. */
  async all(): Promise<Administrator[]> {
    return this.acting(await this.db.all<Holder>(holders));
  }

  /**
   * Whether an Administrator may sign in. Locks the rows of all Administrators and of their agents, so that
   * they are current even if the transaction began before another change.
   */
  private async lockAny(): Promise<boolean> {
    return (await this.acting(await this.db.lock<Holder>(holders), 'locked')).length > 0;
  }

  private async acting(all: readonly Holder[], locked?: 'locked'): Promise<Holder[]> {
    const agents = await this.agents.ofUsers(
      all.map(({ UserId }) => UserId),
      locked,
    );
    return all.filter(({ UserId, Disabled }) => mayAct({ Disabled, agent: agents.get(UserId) }));
  }
}
