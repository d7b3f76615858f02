import { administrators, agents, type Group } from '../group.js';
import { records as frontDesk } from './front-desk.js';
import type { Fields } from '../records.js';

const response: Fields = { ResponseStatus: 'ResponseStatus', LocationIds: 'list<GUID>', Locations: 'list<Location>' };
const workplaces = { access: administrators, response, list: 'Locations' };

const key: Fields = {
  KeyId: 'GUID',
  LocationId: 'GUID',
  LocationName: 'string',
  Prefix: 'string',
  CreatedAt: 'datetime',
  ExpiresAt: 'datetime',
  LastUsedAt: 'datetime',
  RevokedAt: 'datetime',
};

export const records: Readonly<Record<string, Fields>> = {
  Location: frontDesk.Location,
  KioskKey: key,
  KioskKeyWithSecret: { ...key, Key: 'string' },
  Customer: { CustomerId: 'GUID', CustomerName: 'string', PhoneEnding: 'string', OpenCheckInId: 'GUID' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C11 Customers': {
    title: 'Finding a customer to check in',
    routes: { '/v1/CustomerCheckins/Customers': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus: 'ResponseStatus', Customers: 'list<Customer>' },
    list: 'Customers',
  },
  'C11 Locations of a user': {
    title: 'Locations of a user',
    routes: { '/v1/Users/{UserId}/Locations': ['GET', 'PUT'] },
    request: { UserId: 'GUID', LocationIds: 'list<GUID>' },
    ...workplaces,
  },
  'C11 Locations of an agent': {
    title: 'Locations of an agent',
    routes: { '/v1/Agents/{AgentId}/Locations': ['GET', 'PUT'] },
    request: { AgentId: 'int32', LocationIds: 'list<GUID>' },
    ...workplaces,
  },
  'C11 Keys of kiosks': {
    title: "A location's keys",
    routes: {
      '/v1/Locations/{LocationId}/KioskKeys': ['GET'],
      '/v1/Locations/{LocationId}/KioskKeys/{KeyId}': ['DELETE'],
    },
    access: administrators,
    request: { LocationId: 'GUID', KeyId: 'GUID', OwnPassword: 'string' },
    response: { ResponseStatus: 'ResponseStatus', KioskKeys: 'list<KioskKey>' },
    list: 'KioskKeys',
  },
  'C11 New key of a kiosk': {
    title: 'A key, shown once',
    routes: { '/v1/Locations/{LocationId}/KioskKeys': ['POST'] },
    access: administrators,
    request: { LocationId: 'GUID', ExpiresAt: 'datetime', OwnPassword: 'string' },
    response: { ResponseStatus: 'ResponseStatus', KioskKeys: 'list<KioskKeyWithSecret>' },
    list: 'KioskKeys',
  },
  'C11 SelfCheckin': {
    title: 'Checking in at a kiosk',
    routes: { '/v1/CustomerCheckins/SelfCheckin': ['POST'] },
    access: administrators,
    request: {
      LocationId: 'GUID',
      LineId: 'GUID',
      Phone: 'string',
      Code: 'string',
      LastName: 'string',
      SendReminders: 'boolean',
    },
    response: {
      ResponseStatus: 'ResponseStatus',
      Id: 'GUID',
      Ticket: 'string',
      Position: 'int32',
      WaitTime: 'int32',
      VisitUrl: 'string',
    },
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
