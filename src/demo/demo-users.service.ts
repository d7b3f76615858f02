import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../database/db.js';
import { isDemo } from './demo-mark.js';
import { demoPassword } from './demo-password.js';

export interface DemoSignIn {
  users: { UserName: string; DisplayName: string; Roles: string }[];
  /** Password of all demo users; null if the database is not a demo. */
  password: string | null;
}

/** The users of a demo database, whose password is public. */
@Injectable()
export class DemoUsersService {
  constructor(private readonly db: Db) {}

  /** The demo users and their password. If the database is not a demo, there are no users and no password. */
  async all(): Promise<DemoSignIn> {
    if (!(await isDemo(this.db))) return { users: [], password: null };
    return {
      users: await this.db.all(sql`SELECT u.UserName AS UserName, u.DisplayName AS DisplayName, r.RoleCode AS Roles
        FROM users u JOIN user_roles r ON r.UserId = u.UserId
        WHERE u.UserName LIKE ${'%@demo.test'} ORDER BY r.RoleCode, u.UserName`),
      password: demoPassword,
    };
  }
}
