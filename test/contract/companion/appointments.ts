import { agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const byId = '/v1/Appointments/{AppointmentId}';
const response = { ResponseStatus, Appointments: 'list<Appointment>' };

export const records: Readonly<Record<string, Fields>> = {
  Appointment: {
    AppointmentId: 'int32',
    ContactId: 'int32',
    ContactName: 'string',
    AgentId: 'int32',
    EventTypeId: 'int32',
    StartDate: 'datetime',
    EndDate: 'datetime',
    Place: 'string',
    Note: 'string',
    Status: 'string',
    AgentName: 'string',
    EventTypeName: 'string',
    LineId: 'GUID',
    LineName: 'string',
    LocationId: 'GUID',
    LocationName: 'string',
    Code: 'string',
    BookedBy: 'string',
    ArrivedTime: 'datetime',
    CheckInId: 'GUID',
    Overbooked: 'boolean',
  },
  Calendar: { KeyId: 'GUID', CreatedAt: 'datetime', LastUsedAt: 'datetime' },
  CalendarWithAddress: { KeyId: 'GUID', CreatedAt: 'datetime', LastUsedAt: 'datetime', Address: 'string' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C12 Appointments': {
    title: 'Appointments',
    routes: { '/v1/Appointments': ['POST'], [byId]: ['GET', 'PUT', 'DELETE'] },
    access: agents,
    request: records.Appointment,
    response,
    list: 'Appointments',
  },
  'C12 Calendar address': {
    title: 'Appointments',
    routes: { '/v1/Appointments/Calendar': ['POST'] },
    access: agents,
    request: { OwnPassword: 'string' },
    response: { ResponseStatus, Calendar: 'list<CalendarWithAddress>' },
    list: 'Calendar',
  },
  'C12 Calendar': {
    title: 'Appointments',
    routes: { '/v1/Appointments/Calendar': ['DELETE'] },
    access: agents,
    request: { OwnPassword: 'string' },
    response: { ResponseStatus, Calendar: 'list<Calendar>' },
    list: 'Calendar',
  },
  'C12 Range': {
    title: 'Appointments',
    routes: { '/v1/Appointments/{From}/{To}': ['GET'] },
    access: agents,
    request: { From: 'datetime', To: 'datetime', ContactId: 'int32' },
    response,
    list: 'Appointments',
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  AppointmentId: '1',
  From: '2026-01-01',
  To: '2026-12-31',
};
