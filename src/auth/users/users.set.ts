import sql from 'sql-template-tag';
import type { Db } from '../../database/db.js';
import { defineSet } from '../../sets/record-set.js';
import { Flag, Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { longestUserName } from '../auth.records.js';
import { SystemClock } from '../../context/system-clock.js';
import { userNameKey } from './user-name.js';
import { replaceRoles } from './user-roles.js';
import { User } from './user.entity.js';

/** A user as exported and imported: no secret, the roles and the own agent beside it. */
class UserRecord {
  @Guid({ key: true }) UserId!: Guid;
  @Text(longestUserName, { required: true }) UserName!: string;
  @Text(200) DisplayName!: string;
  @Int32() AgentId!: number;
  @ListOf(text(50)) Roles!: string[];
  @Flag() Disabled!: boolean;
  @Flag() RestrictToSingleSession!: boolean;
  @Flag() RequireMFA!: boolean;
}

type Link = (db: Db, userId: Guid, agentId: number) => Promise<void>;

/**
 * The record set `users`. A new user has no password: it takes `agency user password` to sign in. link: makes an agent the
 * user's own; agents come first.
 */
export function defineUserSet(link: Link): void {
  defineSet({
    name: 'users',
    record: UserRecord,
    key: ['UserId'],
    rows: sql`SELECT u.UserId AS UserId, u.UserName AS UserName, u.DisplayName AS DisplayName,
        COALESCE((SELECT a.AgentId FROM agents a WHERE a.UserId = u.UserId), 0) AS AgentId,
        (SELECT CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', r.RoleCode, '"') ORDER BY r.RoleCode), ''), ']')
          FROM user_roles r WHERE r.UserId = u.UserId) AS Roles,
        u.Disabled AS Disabled, u.RestrictToSingleSession AS RestrictToSingleSession, u.RequireMFA AS RequireMFA
      FROM users u ORDER BY u.UserId`,
    async save(db, records) {
      for (const record of records as readonly (Partial<UserRecord> & { UserId: Guid })[])
        await saveUser(db, record, link);
    },
  });
}

async function saveUser(
  db: Db,
  { AgentId, Roles, ...user }: Partial<UserRecord> & { UserId: Guid },
  link: Link,
): Promise<void> {
  const { UserId } = user;
  const values = { ...user, ...(user.UserName !== undefined && { UserNameKey: userNameKey(user.UserName) }) };
  if (!(await db.update(User, { UserId }, values)))
    await db.insert(User, { ...values, CreatedAt: new SystemClock().at() });
  if (Roles) await replaceRoles(db, UserId, Roles);
  if (AgentId !== undefined) await link(db, UserId, AgentId);
}
