import { PasswordHashes } from '../../auth/passwords/password-hashes.service.js';
import { ApiKey } from '../../auth/api-keys/api-key.entity.js';
import { RefreshToken } from '../../auth/sessions/refresh-token.entity.js';
import { sha256 } from '../../auth/sessions/secret-token.js';
import { Session } from '../../auth/sessions/session.entity.js';
import { SignInAttempt } from '../../auth/throttle/sign-in-attempt.entity.js';
import { userNameKey } from '../../auth/users/user-name.js';
import { UserRole } from '../../auth/users/user-role.entity.js';
import { User } from '../../auth/users/user.entity.js';
import { Role, type RoleName } from '../../http/endpoint/roles.js';
import type { Filling } from './filling.js';

export const demoPassword = 'demo agency pass phrase';
/** Acts as agent@demo.test, as a kiosk's key would. */
export const demoKey = 'agk_demo-key-of-agent-for-trying-things-out';

/** A demo user, and the number of the own agent. */
interface Person {
  UserName: string;
  DisplayName: string;
  role: RoleName;
  AgentId?: number;
}

/** The agents that the demo users are. */
export const own = { agent: 2, upline: 3, other: 4 } as const;

const people: readonly Person[] = [
  { UserName: 'admin@demo.test', DisplayName: 'Alex Morgan', role: Role.Administrator },
  { UserName: 'agent@demo.test', DisplayName: 'Daniel Reyes', role: Role.Agent, AgentId: own.agent },
  { UserName: 'upline@demo.test', DisplayName: 'Susan Whitaker', role: Role.Agent, AgentId: own.upline },
  { UserName: 'other@demo.test', DisplayName: 'Priya Raman', role: Role.Agent, AgentId: own.other },
  { UserName: 'worker@demo.test', DisplayName: 'Jordan Blake', role: Role.Worker },
];

export interface Users {
  /** UserId by user name. */
  byName: ReadonlyMap<string, string>;
  /** UserId by AgentId. */
  byAgent: ReadonlyMap<number, string>;
}

/** The demo users with what their signing in leaves behind. */
export async function fillUsers(filling: Filling, hashes: PasswordHashes): Promise<Users> {
  const { random, calendar } = filling;
  const PasswordHash = await hashes.make(demoPassword);
  const users = people.map((person) => ({ ...person, UserId: random.guid(), SessionId: random.guid() }));
  await filling.put(
    User,
    users.map(({ UserId, UserName, DisplayName, SessionId }, index) => ({
      UserId,
      UserName,
      UserNameKey: userNameKey(UserName),
      DisplayName,
      PasswordHash,
      LastLogin: calendar.at(index + 1, 14, 5 * index),
      LastSessionId: SessionId,
      CreatedAt: calendar.at(400 - index, 15),
    })),
  );
  await filling.put(
    UserRole,
    users.map(({ UserId, role }) => ({ UserId, RoleCode: role })),
  );
  await fillSignIns(filling, users);
  const owner = users.find(({ AgentId }) => AgentId === own.agent)!;
  const key = { UserId: owner.UserId, Prefix: demoKey.slice(0, 10) };
  await filling.put(ApiKey, [
    {
      ...key,
      KeyId: random.guid(),
      KeyHash: sha256(`${demoKey}-lost`),
      CreatedAt: calendar.at(200, 16),
      RevokedAt: calendar.at(90, 9),
    },
    { ...key, KeyId: random.guid(), KeyHash: sha256(demoKey), CreatedAt: calendar.at(90, 9, 5) },
  ]);
  return {
    byName: new Map(users.map(({ UserName, UserId }) => [UserName, UserId])),
    byAgent: new Map(
      users.flatMap(({ AgentId, UserId }) => (AgentId === undefined ? [] : [[AgentId, UserId] as const])),
    ),
  };
}

/** Sessions that are over, with the refresh token that nobody holds any more. */
async function fillSignIns(
  filling: Filling,
  users: readonly { UserId: string; UserName: string; SessionId: string }[],
): Promise<void> {
  const { calendar } = filling;
  const Address = '127.0.0.1';
  const began = (index: number) => calendar.at(index + 1, 14, 5 * index);
  await filling.put(
    Session,
    users.map(({ UserId, SessionId }, index) => ({
      SessionId,
      UserId,
      Address,
      StartedAt: began(index),
      ExpiresAt: calendar.after(began(index), 30 * 24 * 60),
      EndedAt: calendar.after(began(index), 55),
    })),
  );
  await filling.put(
    RefreshToken,
    users.map(({ SessionId }, index) => ({
      TokenHash: sha256(`demo ${SessionId}`),
      SessionId,
      IssuedAt: began(index),
    })),
  );
  await filling.put(
    SignInAttempt,
    users.map(({ UserName }, index) => ({
      AttemptId: index + 1,
      Account: sha256(userNameKey(UserName)),
      Address,
      AttemptedAt: began(index),
      Outcome: 'succeeded',
    })),
  );
}
