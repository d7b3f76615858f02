import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import { mayAct } from '../accounts/accounts.service.js';
import { AgentDirectory, type OwnAgentColumns } from '../accounts/agent-directory.js';
import type { Guid } from '../../record/fields.js';

interface Administrator {
  UserId: Guid;
  DisplayName: string;
}

type Holder = OwnAgentColumns & Administrator & { Disabled: boolean };

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
    return (await this.db.all<Holder>(this.holders())).filter((holder) => this.mayAct(holder));
  }

  /**
   * Whether an Administrator may sign in. Locks the rows of all Administrators, so that they are current even if the
   * transaction began before another change.
   */
  private async lockAny(): Promise<boolean> {
    return (await this.db.lock<Holder>(this.holders())).some((holder) => this.mayAct(holder));
  }

  private holders(): Sql {
    const { columns, join } = this.agents;
    return sql`SELECT u.UserId AS UserId, u.DisplayName AS DisplayName, u.Disabled AS Disabled, ${columns}
      FROM user_roles r JOIN users u ON u.UserId = r.UserId ${join}
      WHERE r.RoleCode = ${Role.Administrator} ORDER BY u.UserId`;
  }

  private mayAct(holder: Holder): boolean {
    return mayAct({ Disabled: holder.Disabled, agent: this.agents.of(holder) });
  }
}
