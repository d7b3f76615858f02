import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import { mayAct } from '../accounts/accounts.service.js';
import { AgentDirectory, type OwnAgentColumns } from '../accounts/agent-directory.js';

type Holder = OwnAgentColumns & { Disabled: boolean };

/** Keeps at least one Administrator who may sign in. */
@Injectable()
export class Administrators {
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
      throw new Conflict('This is the last enabled Administrator: make another one first.');
    return changed;
  }

  /**
   * Whether an Administrator may act. Locks all of them, so that the rows are current whenever the transaction began.
   */
  private async lockAny(): Promise<boolean> {
    const { columns, join } = this.agents;
    const holders = await this.db.lock<Holder>(sql`SELECT u.Disabled AS Disabled, ${columns}
      FROM user_roles r JOIN users u ON u.UserId = r.UserId ${join}
      WHERE r.RoleCode = ${Role.Administrator} ORDER BY u.UserId`);
    return holders.some((holder) => mayAct({ Disabled: holder.Disabled, agent: this.agents.of(holder) }));
  }
}
