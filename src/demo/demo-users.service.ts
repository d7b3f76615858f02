import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../database/db.js';
import { isDemo } from './demo-mark.js';
import { demoPassword } from './demo-password.js';

export interface DemoSignIn {
  /** Roles are names of roles, for people. */
  users: { UserName: string; DisplayName: string; Roles: string }[];
  /** Password of all demo users; null if the database is not a demo. */
  password: string | null;
}

/** The users that the demo was filled with. Their password is public. */
@Injectable()
export class DemoUsersService {
  constructor(private readonly db: Db) {}

  /** The demo users and their password. If the database is not a demo, there are no users and no password. */
  async all(): Promise<DemoSignIn> {
    if (!(await isDemo(this.db))) return { users: [], password: null };
    return {
      users: await this.users(),
      password: demoPassword,
    };
  }

  /**
   * Leaves out users who cannot sign in with the password: those that an Administrator has made or disabled since, and
   * those with another password. The demo gives all its users one hash, and each later password has a hash of its own.
   */
  private async users(): Promise<DemoSignIn['users']> {
    const rows = await this.db.all<DemoSignIn['users'][number]>(sql`SELECT u.UserName AS UserName,
        u.DisplayName AS DisplayName, COALESCE(NULLIF(n.Name, ''), r.RoleCode) AS Roles
      FROM users u JOIN user_roles r ON r.UserId = u.UserId LEFT JOIN roles n ON n.Code = r.RoleCode
      WHERE u.Disabled = 0 AND EXISTS (
        SELECT 1 FROM users o WHERE o.PasswordHash = u.PasswordHash AND o.UserId <> u.UserId
      ) ORDER BY r.RoleCode, u.UserName`);
    const rolesOf = (name: string) => rows.filter(({ UserName }) => UserName === name).map(({ Roles }) => Roles);
    return rows
      .filter(({ UserName }, at) => rows.findIndex((row) => row.UserName === UserName) === at)
      .map((row) => ({ ...row, Roles: rolesOf(row.UserName).join(', ') }));
  }
}
