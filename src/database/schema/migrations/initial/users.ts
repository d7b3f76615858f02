import { datetime, flag, guid, int32, int64, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

const secret = column(text(255), { nullable: true });
const moment = column(datetime, { required: true });

/** Roles, users, their sessions and keys, and sign-in attempts. */
export const userTables = [
  table('roles', {
    RoleId: column(int32, { key: 'generated' }),
    TenantId: guid,
    Code: column(text(50), { required: true, unique: true }),
    Name: text(100),
    Description: text(1000),
    IsSystem: flag,
    IsActive: flag,
    CreatedUtc: datetime,
  }),
  table('permissions', {
    PermissionId: column(int32, { key: 'generated' }),
    Module: text(100),
    Resource: text(200),
    Action: text(20),
    Name: text(200),
    Description: text(4000),
    Tags: text(200),
    SortOrder: int32,
    IsActive: flag,
    CreatedUtc: datetime,
    Code: column(text(100), { required: true, unique: true }),
  }),
  table('role_permissions', {
    RoleId: column(int32, { key: true, references: 'roles.RoleId', onDelete: 'CASCADE' }),
    PermissionId: column(int32, { key: true, references: 'permissions.PermissionId', onDelete: 'CASCADE' }),
  }),
  table('users', {
    UserId: column(guid, { key: true }),
    UserName: text(200),
    UserNameKey: column(text(400), { unique: true }),
    DisplayName: text(200),
    Disabled: flag,
    RestrictToSingleSession: flag,
    RequireMFA: flag,
    MfaActive: flag,
    LastLogin: datetime,
    LastSessionId: guid,
    CreatedAt: moment,
    PasswordHash: secret,
    MfaSecret: secret,
    MfaOffered: secret,
    MfaUsedSteps: column(text(100), { nullable: true }),
    MustChangePassword: flag,
  }),
  table(
    'user_roles',
    {
      UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      RoleCode: column(text(50), { key: true }),
    },
    { indexes: [['RoleCode']] },
  ),
  table('user_identities', {
    UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
    IdentityHash: column(text(64), { unique: true }),
    Issuer: text(255),
    Subject: text(255),
    LinkedAt: moment,
  }),
  table('sessions', {
    SessionId: column(guid, { key: true }),
    UserId: column(guid, { required: true, references: 'users.UserId', onDelete: 'CASCADE' }),
    Address: text(64),
    StartedAt: moment,
    ExpiresAt: moment,
    EndedAt: datetime,
    LastUsedAt: datetime,
    UserAgent: column(text(200), { nullable: true }),
    ByProvider: column(flag, { nullable: true }),
    ProviderMfa: column(flag, { nullable: true }),
  }),
  table('refresh_tokens', {
    TokenHash: column(text(64), { key: true }),
    SessionId: column(guid, { required: true, references: 'sessions.SessionId', onDelete: 'CASCADE' }),
    IssuedAt: moment,
    UsedAt: datetime,
    PairId: column(guid, { unique: true }),
    Contested: column(flag, { nullable: true }),
    DiedAt: datetime,
  }),
  table('recovery_codes', {
    UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
    CodeHash: column(text(64), { key: true }),
  }),
  table(
    'api_keys',
    {
      KeyId: column(guid, { key: true }),
      UserId: column(guid, { required: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      KeyHash: text(64),
      Prefix: text(12),
      CreatedAt: moment,
      RevokedAt: datetime,
      ExpiresAt: datetime,
      LastUsedAt: datetime,
      Scope: column(text(2000), { nullable: true }),
      ForAdministrator: column(flag, { nullable: true }),
    },
    { unique: [['KeyHash']] },
  ),
  table(
    'sign_in_attempts',
    {
      AttemptId: column(int64, { key: 'generated' }),
      Account: text(64),
      Address: text(64),
      AttemptedAt: moment,
      Outcome: text(10),
    },
    {
      indexes: [
        ['Account', 'Address', 'AttemptId'],
        ['Account', 'AttemptedAt'],
        ['Address', 'AttemptedAt'],
      ],
    },
  ),
  table('sign_in_gates', { Gate: column(int32, { key: true }), Turns: int64 }),
];
