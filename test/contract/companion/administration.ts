import { administrators, type Group } from '../group.js';
import { records as interfaceRecords, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

const user: Fields = {
  UserId: 'GUID',
  UserName: 'string',
  DisplayName: 'string',
  AgentId: 'int32',
  Roles: 'list<string>',
  Disabled: 'boolean',
  RestrictToSingleSession: 'boolean',
  RequireMFA: 'boolean',
  MfaActive: 'boolean',
  LastLogin: 'datetime',
  MustChangePassword: 'boolean',
};
const key: Fields = {
  KeyId: 'GUID',
  UserName: 'string',
  Prefix: 'string',
  CreatedAt: 'datetime',
  ExpiresAt: 'datetime',
  LastUsedAt: 'datetime',
  Scope: 'string',
  ForAdministrator: 'boolean',
  RevokedAt: 'datetime',
};

const entry: Fields = {
  AuditId: 'int64',
  At: 'datetime',
  UserId: 'GUID',
  UserName: 'string',
  Operation: 'string',
  Record: 'string',
  RecordId: 'string',
  RequestId: 'string',
  Changes: 'string',
};

export const records: Readonly<Record<string, Fields>> = {
  User: user,
  UserWithPassword: { ...user, Password: 'string' },
  Session: {
    SessionId: 'GUID',
    StartedAt: 'datetime',
    LastUsedAt: 'datetime',
    ExpiresAt: 'datetime',
    Address: 'string',
    UserAgent: 'string',
    Current: 'boolean',
  },
  ApiKey: key,
  ApiKeyWithSecret: { ...key, Key: 'string' },
  AuditEntry: entry,
};

const users = { response: { ResponseStatus, Users: 'list<User>' }, list: 'Users' };
const passwords = { response: { ResponseStatus, Users: 'list<UserWithPassword>' }, list: 'Users' };
const OwnPassword = 'string';
const ofUser = { UserId: 'GUID' };
const ofCredential = { ...ofUser, OwnPassword };

export const groups: Readonly<Record<string, Group>> = {
  'C4 Users': {
    title: 'Users',
    routes: { '/v1/Users': ['GET'], '/v1/Users/{UserId}': ['GET', 'PUT'] },
    access: administrators,
    request: { ...user, OwnPassword },
    ...users,
  },
  'C4 New users': {
    title: 'New users',
    routes: { '/v1/Users': ['POST'] },
    access: administrators,
    request: { ...user, OwnPassword },
    ...passwords,
  },
  'C4 Passwords': {
    title: 'Passwords of users',
    routes: { '/v1/Users/{UserId}/Password': ['POST'] },
    access: administrators,
    request: ofCredential,
    ...passwords,
  },
  'C4 Help': {
    title: 'Lost authenticator apps',
    routes: { '/v1/Users/{UserId}/ResetMfa': ['POST'] },
    access: administrators,
    request: ofCredential,
    ...users,
  },
  'C4 Throttles': {
    title: 'Throttled users',
    routes: { '/v1/Users/{UserId}/Unlock': ['POST'] },
    access: administrators,
    request: ofCredential,
    ...users,
  },
  'C4 Sessions': {
    title: 'Sessions of users',
    routes: {
      '/v1/Users/{UserId}/Sessions': ['GET', 'DELETE'],
      '/v1/Users/{UserId}/Sessions/{SessionId}': ['GET', 'DELETE'],
    },
    access: administrators,
    request: { ...ofUser, SessionId: 'GUID', OwnPassword },
    response: { ResponseStatus, Sessions: 'list<Session>' },
    list: 'Sessions',
  },
  'C4 API keys': {
    title: 'API keys of users',
    routes: { '/v1/Users/{UserId}/ApiKeys': ['GET'], '/v1/Users/{UserId}/ApiKeys/{KeyId}': ['DELETE'] },
    access: administrators,
    request: { ...ofUser, KeyId: 'GUID', OwnPassword },
    response: { ResponseStatus, ApiKeys: 'list<ApiKey>' },
    list: 'ApiKeys',
  },
  'C4 New API keys': {
    title: 'New API keys of users',
    routes: { '/v1/Users/{UserId}/ApiKeys': ['POST'] },
    access: administrators,
    request: { ...ofUser, ExpiresAt: 'datetime', Scope: 'string', ForAdministrator: 'boolean', OwnPassword },
    response: { ResponseStatus, ApiKeys: 'list<ApiKeyWithSecret>' },
    list: 'ApiKeys',
  },
  'C4 Roles': {
    title: 'Roles',
    routes: { '/v1/Roles': ['GET', 'POST'], '/v1/Roles/{RoleId}': ['PUT', 'DELETE'] },
    access: administrators,
    request: interfaceRecords.Role,
    response: { ResponseStatus, Roles: 'list<Role>' },
    list: 'Roles',
  },
  'C4 Operations': {
    title: 'Roles',
    routes: { '/v1/Roles/Operations': ['GET'] },
    access: administrators,
    request: {},
    response: { ResponseStatus, Operations: 'list<Permission>' },
    list: 'Operations',
  },
  'C4 Audit': {
    title: 'The audit',
    routes: { '/v1/Audit': ['GET'] },
    access: administrators,
    request: {},
    response: { ResponseStatus, Audit: 'list<AuditEntry>' },
    list: 'Audit',
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  UserId: '0123456789abcdef0123456789abcdef',
  KeyId: '0123456789abcdef0123456789abcdef',
};
