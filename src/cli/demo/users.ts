import { PasswordHashesService } from '../../auth/passwords/password-hashes.service.js';
import { RecoveryCode } from '../../auth/mfa/recovery-code.entity.js';
import { ApiKey } from '../../auth/api-keys/api-key.entity.js';
import { calendar as calendarScope } from '../../auth/api-keys/key-scope.js';
import { KioskKey } from '../../auth/api-keys/kiosk/kiosk-key.entity.js';
import { RefreshToken } from '../../auth/sessions/refresh-token.entity.js';
import { sha256 } from '../../auth/accounts/secrets.js';
import { Session } from '../../auth/sessions/session.entity.js';
import { SignInAttempt } from '../../auth/throttle/sign-in-attempt.entity.js';
import { UserRole } from '../../auth/accounts/user-role.entity.js';
import { User, userNameKey } from '../../auth/accounts/user.entity.js';
import { demoPassword } from '../../demo/demo-password.js';
import { Role } from '../../http/endpoint/roles.js';
import { roleTemplates } from '../../modules/roles/role-templates.js';
import type { DateTime } from '../../record/fields.js';
import { minutesOfDay, own, type Filling } from './filling.js';

export const demoKey = 'agk_demo-key-of-agent-for-trying-things-out';
export const demoKioskKey = 'kiosk_demo-key-of-main-street-for-trying-things-out';
/** Minutes for which a demo key is valid: ten years, because keys expire in real time and CLOCK may be long ago. */
const minutesOfKey = 10 * 365 * minutesOfDay;
const Address = '127.0.0.1';
export const frontDesk = roleTemplates.get('front-desk')!;

/** The user in the examples of the documentation. This user has no password and cannot sign in. */
const clerk = {
  UserId: 'e3a0c1d25b7f4968a1d4f06b8c927e51',
  SessionId: '7b9e2f4d61a8430cb5d70c3e98f1a264',
  KeyId: '4f0d7c9a81e34b62a5c8e19b3d2f6074',
  UserName: 'clerk@example.com',
};
/** The receptionist, who works at the first location and has no agent. */
export const receptionist = {
  UserId: '5d1f0b7e93c84a26b1e07f4a2c68d935',
  UserName: 'desk@demo.test',
  SessionId: '91c4e7a25f0b4d38a6d2b9e013f7c584',
};
/** User name, display name, role and AgentId. */
const people = [
  ['admin@demo.test', 'Alex Morgan', Role.Administrator],
  ['agent@demo.test', 'Daniel Reyes', Role.Agent, own.agent],
  ['upline@demo.test', 'Susan Whitaker', Role.Agent, own.upline],
  ['other@demo.test', 'Priya Raman', Role.Agent, own.other],
  ['worker@demo.test', 'Jordan Blake', Role.Worker],
] as const;

/** A demo user with the role, the agent and the last session. */
interface DemoUser extends Pick<User, 'UserId' | 'UserName' | 'DisplayName' | 'CreatedAt'> {
  role: string;
  AgentId?: number;
  PasswordHash?: string;
  MustChangePassword?: boolean;
  session: Partial<Session> & Pick<Session, 'SessionId' | 'StartedAt'>;
}

interface SignedIn {
  UserId: string;
  SessionId: string;
  LastLogin: DateTime;
}

export interface Users {
  /** UserId by user name. */
  byName: ReadonlyMap<string, string>;
  byAgent: ReadonlyMap<number, SignedIn>;
}

/** Writes the demo users, with the sessions and attempts of their last sign-ins. */
export async function fillUsers(filling: Filling, hashes: PasswordHashesService): Promise<Users> {
  const { calendar } = filling;
  const PasswordHash = await hashes.make(demoPassword);
  const signedIn = people.map(([UserName, DisplayName, role, AgentId], index) => ({
    ...{ UserName, DisplayName, role, AgentId, UserId: filling.guid(), SessionId: filling.guid() },
    LastLogin: calendar.moment(index + 1),
  }));
  const users = signedIn.map(({ SessionId, LastLogin, ...user }, index) => ({
    ...{ ...user, PasswordHash, CreatedAt: calendar.moment(400 - 7 * index) },
    session: {
      ...{ SessionId, StartedAt: LastLogin, ExpiresAt: calendar.after(LastLogin, 30 * minutesOfDay) },
      ...{ LastUsedAt: calendar.after(LastLogin, 20 + 12 * index) },
      ...{ EndedAt: calendar.after(LastLogin, 25 + 12 * index) },
      UserAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  }));
  await putUsers(filling, users);
  await filling.put(
    RefreshToken,
    signedIn.map(({ SessionId, LastLogin }) => ({
      ...{ TokenHash: sha256(`demo ${SessionId}`), SessionId, IssuedAt: LastLogin },
    })),
  );
  await filling.put(
    SignInAttempt,
    signedIn.map(({ UserName, LastLogin }, index) => ({
      ...{ AttemptId: index + 1, Account: sha256(userNameKey(UserName)), Address, AttemptedAt: LastLogin },
      Outcome: 'succeeded',
    })),
  );
  const agent = users[1];
  const key = { UserId: agent.UserId, Prefix: demoKey.slice(0, 10) };
  const replaced = calendar.moment(90);
  const ExpiresAt = calendar.after(replaced, minutesOfKey);
  await filling.put(ApiKey, [
    {
      ...{ ...key, KeyId: filling.guid(), KeyHash: sha256(`${demoKey}-lost`), CreatedAt: calendar.moment(200) },
      ...{ ExpiresAt, LastUsedAt: calendar.after(replaced, -40), RevokedAt: replaced },
    },
    {
      ...{ ...key, KeyId: filling.guid(), KeyHash: sha256(demoKey), CreatedAt: calendar.after(replaced, 5) },
      ...{ ExpiresAt, LastUsedAt: calendar.after(calendar.now, -90) },
    },
    {
      ...{ ...key, KeyId: 'd1c0a7e45b8f4932a6e0f17c2b9d8354', KeyHash: sha256(`${demoKey}-calendar`) },
      ...{ Scope: calendarScope, CreatedAt: calendar.after(replaced, 9), ExpiresAt },
    },
  ]);
  // A recovery code without an authenticator app, so that the table has a row.
  await filling.put(RecoveryCode, [{ UserId: agent.UserId, CodeHash: sha256(filling.guid()) }]);
  await fillClerk(filling);
  await fillReceptionist(filling, PasswordHash);
  return {
    byName: new Map(users.map(({ UserName, UserId }) => [UserName, UserId])),
    byAgent: new Map(signedIn.flatMap((user) => (user.AgentId === undefined ? [] : [[user.AgentId, user] as const]))),
  };
}

/** Writes users with their role and their last session. */
async function putUsers(filling: Filling, users: readonly DemoUser[]): Promise<void> {
  await filling.put(
    User,
    users.map(({ role: _, AgentId: __, session: { SessionId, StartedAt }, ...user }) => ({
      ...{ ...user, UserNameKey: userNameKey(user.UserName), LastLogin: StartedAt, LastSessionId: SessionId },
    })),
  );
  await filling.put(
    UserRole,
    users.map(({ UserId, role }) => ({ UserId, RoleCode: role })),
  );
  await filling.put(
    Session,
    users.map(({ UserId, session }) => ({ UserId, Address, ...session })),
  );
}

/** Writes the user of the tablet at the door, and its API key. */
async function fillClerk(filling: Filling): Promise<void> {
  const { calendar } = filling;
  const { UserId, UserName, SessionId, KeyId } = clerk;
  const since = calendar.after(calendar.now, -150);
  const ExpiresAt = calendar.after(since, minutesOfKey);
  await putUsers(filling, [
    {
      ...{ UserId, UserName, DisplayName: 'Casey Lin', role: Role.Worker, MustChangePassword: true },
      CreatedAt: calendar.after(since, -60 * minutesOfDay),
      session: { SessionId, UserAgent: 'Tablet at the door', StartedAt: since, LastUsedAt: since, ExpiresAt },
    },
  ]);
  await filling.put(ApiKey, [
    {
      ...{ KeyId, UserId, KeyHash: sha256(`demo ${KeyId}`), Prefix: 'agk_clerk-', Scope: 'checkins' },
      ...{ CreatedAt: since, ExpiresAt, LastUsedAt: since },
    },
  ]);
}

async function fillReceptionist(filling: Filling, PasswordHash: string): Promise<void> {
  const { calendar } = filling;
  const { UserId, UserName, SessionId } = receptionist;
  const since = calendar.after(calendar.now, -20 * 60);
  await putUsers(filling, [
    {
      ...{ UserId, UserName, DisplayName: 'Rosa Delgado', role: frontDesk.Code, PasswordHash },
      CreatedAt: calendar.after(since, -90 * minutesOfDay),
      session: {
        ...{ SessionId, UserAgent: 'The computer at the front desk', StartedAt: since, LastUsedAt: since },
        ...{ ExpiresAt: calendar.after(since, 30 * minutesOfDay), EndedAt: calendar.after(since, 480) },
      },
    },
  ]);
}

/** Writes two keys for the kiosk at a location. The examples of the documentation revoke the key of a lost tablet. */
export async function fillKiosk(filling: Filling, LocationId: string): Promise<void> {
  const { calendar } = filling;
  const CreatedAt = calendar.after(calendar.now, -30 * minutesOfDay);
  const shared = { LocationId, CreatedAt, ExpiresAt: calendar.after(CreatedAt, minutesOfKey) };
  const lost = '2c6f81d07b5e4a39910fd4e8a7c35b62';
  await filling.put(KioskKey, [
    {
      ...{ ...shared, KeyId: lost, KeyHash: sha256(`demo ${lost}`), Prefix: 'kiosk_lost' },
      ...{ LastUsedAt: calendar.after(CreatedAt, 600), Tries: 0 },
    },
    {
      ...{ ...shared, KeyId: 'b81e60d3f2574c0a8e95c6a1d7f03e24', KeyHash: sha256(demoKioskKey) },
      ...{ Prefix: demoKioskKey.slice(0, 10), LastUsedAt: calendar.after(calendar.now, -30), Tries: 0 },
    },
  ]);
}
