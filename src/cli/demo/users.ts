import sql from 'sql-template-tag';
import { PasswordHashesService } from '../../auth/passwords/password-hashes.service.js';
import { RecoveryCode } from '../../auth/mfa/recovery-code.entity.js';
import { ApiKey } from '../../auth/api-keys/api-key.entity.js';
import { calendar as calendarScope } from '../../auth/api-keys/key-scope.js';
import { KioskKey } from '../../auth/api-keys/kiosk/kiosk-key.entity.js';
import { RefreshToken } from '../../auth/sessions/refresh-token.entity.js';
import { sha256 } from '../../auth/accounts/secrets.js';
import { Session } from '../../auth/sessions/session.entity.js';
import { SignInAttempt } from '../../auth/throttle/sign-in-attempt.entity.js';
import { User, userNameKey } from '../../auth/accounts/user.entity.js';
import { demoPassword } from '../../demo/demo-password.js';
import { Agent } from '../../modules/agents/agent.entity.js';
import type { DateTime } from '../../record/fields.js';
import { minutesOfDay, type Filling } from './filling.js';

export const demoKey = 'agk_demo-key-of-agent-for-trying-things-out';
export const demoKioskKey = 'kiosk_demo-key-of-main-street-for-trying-things-out';
/** Minutes for which a demo key is valid: ten years, because keys expire in real time and CLOCK may be long ago. */
const minutesOfKey = 10 * 365 * minutesOfDay;
const Address = '127.0.0.1';

/** The user in the examples of the documentation. This user has no password and cannot sign in. */
const clerk = {
  UserName: 'clerk@example.com',
  SessionId: '7b9e2f4d61a8430cb5d70c3e98f1a264',
  KeyId: '4f0d7c9a81e34b62a5c8e19b3d2f6074',
};
/** The receptionist, who works at the first location and has no agent. */
const receptionist = { UserName: 'desk@demo.test', SessionId: '91c4e7a25f0b4d38a6d2b9e013f7c584' };
/** The other users, in the order of their last sign-ins. */
const userNames = ['admin@demo.test', 'agent@demo.test', 'upline@demo.test', 'other@demo.test', 'worker@demo.test'];

/** A demo user with the last session. */
interface DemoUser extends Pick<User, 'UserId' | 'CreatedAt'> {
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

/** Gives the users their password, and the sessions and attempts of their last sign-ins. */
export async function fillUsers(filling: Filling, hashes: PasswordHashesService): Promise<Users> {
  const { calendar, db } = filling;
  const PasswordHash = await hashes.make(demoPassword);
  const stored = await db.all<{ UserId: string; UserName: string; AgentId: number | null }>(
    sql`SELECT u.UserId AS UserId, u.UserName AS UserName, a.AgentId AS AgentId
      FROM users u LEFT JOIN agents a ON a.UserId = u.UserId`,
  );
  const byName = new Map(stored.map(({ UserName, UserId }) => [UserName, UserId]));
  const signedIn = userNames.map((UserName, index) => ({
    ...{ UserName, UserId: byName.get(UserName)!, SessionId: filling.guid(), LastLogin: calendar.moment(index + 1) },
  }));
  const users = signedIn.map(({ UserId, SessionId, LastLogin }, index) => ({
    ...{ UserId, PasswordHash, CreatedAt: calendar.moment(400 - 7 * index) },
    session: {
      ...{ SessionId, StartedAt: LastLogin, ExpiresAt: calendar.after(LastLogin, 30 * minutesOfDay) },
      ...{ LastUsedAt: calendar.after(LastLogin, 20 + 12 * index) },
      ...{ EndedAt: calendar.after(LastLogin, 25 + 12 * index) },
      UserAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  }));
  await putUsers(filling, users);
  const byAgent = new Map(
    stored.flatMap(({ UserId, AgentId }) => {
      const user = signedIn.find((each) => each.UserId === UserId);
      return user && AgentId !== null ? [[AgentId, user] as const] : [];
    }),
  );
  await filling.put(
    Agent,
    [...byAgent].map(([AgentId, { LastLogin, SessionId: LastSessionId }]) => ({ AgentId, LastLogin, LastSessionId })),
  );
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
  await fillClerk(filling, byName.get(clerk.UserName)!);
  await fillReceptionist(filling, byName.get(receptionist.UserName)!, PasswordHash);
  return { byName, byAgent };
}

/** Writes what no record set has of the users, and their last session. */
async function putUsers(filling: Filling, users: readonly DemoUser[]): Promise<void> {
  await filling.put(
    User,
    users.map(({ session: { SessionId, StartedAt }, ...user }) => ({
      ...{ ...user, LastLogin: StartedAt, LastSessionId: SessionId },
    })),
  );
  await filling.put(
    Session,
    users.map(({ UserId, session }) => ({ UserId, Address, ...session })),
  );
}

/** Writes the user of the tablet at the door, and its API key. */
async function fillClerk(filling: Filling, UserId: string): Promise<void> {
  const { calendar } = filling;
  const { SessionId, KeyId } = clerk;
  const since = calendar.after(calendar.now, -150);
  const ExpiresAt = calendar.after(since, minutesOfKey);
  await putUsers(filling, [
    {
      ...{ UserId, MustChangePassword: true },
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

async function fillReceptionist(filling: Filling, UserId: string, PasswordHash: string): Promise<void> {
  const { calendar } = filling;
  const { SessionId } = receptionist;
  const since = calendar.after(calendar.now, -20 * 60);
  await putUsers(filling, [
    {
      ...{ UserId, PasswordHash },
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
