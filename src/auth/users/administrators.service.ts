import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import { mayAct } from './accounts.service.js';
import { AgentDirectory, type OwnAgentColumns } from './agent-directory.js';

type Holder = OwnAgentColumns & { Disabled: boolean };

/** Those who can let others in again: one of them always stays. */
@Injectable()
export class Administrators {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
  ) {}

  /**
   * Does, within a transaction, what may take the right to administer from somebody. Such changes pass one after the
   * other, on all instances. Throws Conflict where nobody would keep it.
   */
  async kept<T>(change: () => Promise<T>): Promise<T> {
    const before = await this.lockAny();
    const changed = await change();
    if (before && !(await this.lockAny()))
      throw new Conflict('This is the last enabled Administrator: make another one first.');
    return changed;
  }

  /**
   * Whether an Administrator may act. All of them are locked, and read as they are now, whenever the transaction began.
   */
  private async lockAny(): Promise<boolean> {
    const { columns, join } = this.agents;
    const holders = await this.db.lock<Holder>(sql`SELECT u.Disabled AS Disabled, ${columns}
      FROM user_roles r JOIN users u ON u.UserId = r.UserId ${join}
      WHERE r.RoleCode = ${Role.Administrator} ORDER BY u.UserId`);
    return holders.some((holder) => mayAct({ Disabled: holder.Disabled, agent: this.agents.of(holder) }));
  }
}
