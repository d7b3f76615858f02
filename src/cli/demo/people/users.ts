import { PasswordHashes } from '../../../auth/passwords/password-hashes.service.js';
import { hashOfIdentity, UserIdentity } from '../../../auth/oidc/user-identity.entity.js';
import { RecoveryCode } from '../../../auth/mfa/recovery-code.entity.js';
import { ApiKey } from '../../../auth/api-keys/api-key.entity.js';
import { RefreshToken } from '../../../auth/sessions/refresh-token.entity.js';
import { sha256 } from '../../../auth/sessions/secret-token.js';
import { Session } from '../../../auth/sessions/session.entity.js';
import { SignInAttempt } from '../../../auth/throttle/sign-in-attempt.entity.js';
import { userNameKey } from '../../../auth/users/user-name.js';
import { UserRole } from '../../../auth/users/user-role.entity.js';
import { User } from '../../../auth/users/user.entity.js';
import { demoPassword } from '../../../auth/auth.records.js';
import { Role, type RoleName } from '../../../http/endpoint/roles.js';
import type { DateTime } from '../../../record/fields.js';
import type { Filling } from '../filling.js';
import { own } from './hierarchy.js';

/** Acts as agent@demo.test, as a kiosk's key would. */
export const demoKey = 'agk_demo-key-of-agent-for-trying-things-out';

/** Ten years: keys expire in real time, and a demo may be of a CLOCK of long ago. */
const minutesOfKey = 10 * 365 * 24 * 60;

/**
 * Whom the examples of the documentation are about: nobody signs in as the clerk, whose password has yet to be made.
 */
export const clerk = {
  UserId: 'e3a0c1d25b7f4968a1d4f06b8c927e51',
  SessionId: '7b9e2f4d61a8430cb5d70c3e98f1a264',
  KeyId: '4f0d7c9a81e34b62a5c8e19b3d2f6074',
  UserName: 'clerk@example.com',
};

/** A demo user, and the number of the own agent. */
interface Person {
  UserName: string;
  DisplayName: string;
  role: RoleName;
  AgentId?: number;
}

const people: readonly Person[] = [
  { UserName: 'admin@demo.test', DisplayName: 'Alex Morgan', role: Role.Administrator },
  { UserName: 'agent@demo.test', DisplayName: 'Daniel Reyes', role: Role.Agent, AgentId: own.agent },
  { UserName: 'upline@demo.test', DisplayName: 'Susan Whitaker', role: Role.Agent, AgentId: own.upline },
  { UserName: 'other@demo.test', DisplayName: 'Priya Raman', role: Role.Agent, AgentId: own.other },
  { UserName: 'worker@demo.test', DisplayName: 'Jordan Blake', role: Role.Worker },
];

/** A user and the own last session. */
interface SignedIn {
  UserId: string;
  UserName: string;
  SessionId: string;
  LastLogin: DateTime;
}

export interface Users {
  /** UserId by user name. */
  byName: ReadonlyMap<string, string>;
  byAgent: ReadonlyMap<number, SignedIn>;
}

/** The demo users with what their signing in leaves behind. */
export async function fillUsers(filling: Filling, hashes: PasswordHashes): Promise<Users> {
  const { random, calendar } = filling;
  const PasswordHash = await hashes.make(demoPassword);
  const users = people.map((person, index) => ({
    ...person,
    UserId: random.guid(),
    SessionId: random.guid(),
    LastLogin: calendar.moment(random, index + 1),
  }));
  await filling.put(
    User,
    users.map(({ UserId, UserName, DisplayName, SessionId, LastLogin }, index) => ({
      UserId,
      UserName,
      UserNameKey: userNameKey(UserName),
      DisplayName,
      PasswordHash,
      LastLogin,
      LastSessionId: SessionId,
      CreatedAt: calendar.moment(random, 400 - 7 * index),
    })),
  );
  await filling.put(
    UserRole,
    users.map(({ UserId, role }) => ({ UserId, RoleCode: role })),
  );
  await fillSignIns(filling, users);
  const owner = users.find(({ AgentId }) => AgentId === own.agent)!;
  const key = { UserId: owner.UserId, Prefix: demoKey.slice(0, 10) };
  const replaced = calendar.moment(random, 90);
  await filling.put(ApiKey, [
    {
      ...key,
      KeyId: random.guid(),
      KeyHash: sha256(`${demoKey}-lost`),
      CreatedAt: calendar.moment(random, 200),
      ExpiresAt: calendar.after(replaced, minutesOfKey),
      LastUsedAt: calendar.after(replaced, -40),
      RevokedAt: replaced,
    },
    {
      ...key,
      KeyId: random.guid(),
      KeyHash: sha256(demoKey),
      CreatedAt: calendar.after(replaced, 5),
      ExpiresAt: calendar.after(replaced, minutesOfKey),
      LastUsedAt: calendar.after(calendar.now, -90),
    },
  ]);
  // Left over from an authenticator app that is no longer used.
  await filling.put(RecoveryCode, [{ UserId: owner.UserId, CodeHash: sha256(random.guid()) }]);
  await fillClerk(filling);
  return {
    byName: new Map(users.map(({ UserName, UserId }) => [UserName, UserId])),
    byAgent: new Map(users.flatMap((user) => (user.AgentId === undefined ? [] : [[user.AgentId, user] as const]))),
  };
}

/** At work since this morning, with a key for the door's tablet. Ids are stated: no chance has a part in this. */
async function fillClerk(filling: Filling): Promise<void> {
  const { calendar } = filling;
  const { UserId, UserName } = clerk;
  const since = calendar.after(calendar.now, -150);
  await filling.put(User, [
    {
      ...{ UserId, UserName, UserNameKey: userNameKey(UserName), DisplayName: 'Casey Lin', MustChangePassword: true },
      ...{ LastLogin: since, LastSessionId: clerk.SessionId, CreatedAt: calendar.after(since, -60 * 24 * 60) },
    },
  ]);
  await filling.put(UserRole, [{ UserId, RoleCode: Role.Worker }]);
  const ExpiresAt = calendar.after(since, minutesOfKey);
  const identity = { Issuer: 'https://login.example.com/', Subject: 'casey.lin' };
  await filling.put(UserIdentity, [
    { UserId, ...identity, IdentityHash: hashOfIdentity(identity.Issuer, identity.Subject), LinkedAt: since },
  ]);
  await filling.put(Session, [
    {
      ...{ SessionId: clerk.SessionId, UserId, Address: '127.0.0.1', UserAgent: 'Tablet at the door' },
      ...{ StartedAt: since, LastUsedAt: since, ExpiresAt },
    },
  ]);
  await filling.put(ApiKey, [
    {
      ...{ KeyId: clerk.KeyId, UserId, KeyHash: sha256(`demo ${clerk.KeyId}`), Prefix: 'agk_clerk-' },
      ...{ CreatedAt: since, ExpiresAt, LastUsedAt: since, Scope: 'checkins' },
    },
  ]);
}

/** Sessions that are over, with the refresh token that nobody holds any more. */
async function fillSignIns(filling: Filling, users: readonly SignedIn[]): Promise<void> {
  const { calendar } = filling;
  const Address = '127.0.0.1';
  await filling.put(
    Session,
    users.map(({ UserId, SessionId, LastLogin }, index) => ({
      SessionId,
      UserId,
      Address,
      UserAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      StartedAt: LastLogin,
      LastUsedAt: calendar.after(LastLogin, 20 + 12 * index),
      ExpiresAt: calendar.after(LastLogin, 30 * 24 * 60),
      EndedAt: calendar.after(LastLogin, 25 + 12 * index),
    })),
  );
  await filling.put(
    RefreshToken,
    users.map(({ SessionId, LastLogin }) => ({
      TokenHash: sha256(`demo ${SessionId}`),
      SessionId,
      IssuedAt: LastLogin,
    })),
  );
  await filling.put(
    SignInAttempt,
    users.map(({ UserName, LastLogin }, index) => ({
      AttemptId: index + 1,
      Account: sha256(userNameKey(UserName)),
      Address,
      AttemptedAt: LastLogin,
      Outcome: 'succeeded',
    })),
  );
}
