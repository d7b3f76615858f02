import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { isDemo } from '../../database/schema/demo-mark.js';
import { Registry } from '../endpoint/registry.js';

export interface DemoSignIn {
  users: { UserName: string; Roles: string }[];
  /** Of them all; null: the database is no demo. */
  password: string | null;
}

/** The users of a demo database, with whom anybody may sign in. */
@Injectable()
export class DemoUsers {
  constructor(
    private readonly db: Db,
    private readonly registry: Registry,
  ) {}

  /** None on any other database. */
  async all(): Promise<DemoSignIn> {
    if (!(await isDemo(this.db))) return { users: [], password: null };
    const example = this.registry.operations.find(({ name }) => name === 'login')?.declaration.example;
    return {
      users: await this.db.all(sql`SELECT u.UserName AS UserName, r.RoleCode AS Roles
        FROM users u JOIN user_roles r ON r.UserId = u.UserId
        WHERE u.UserName LIKE ${'%@demo.test'} ORDER BY r.RoleCode, u.UserName`),
      password: (example as { Password: string }).Password,
    };
  }
}
