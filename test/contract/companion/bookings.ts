import { administrators, agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const rule: Fields = {
  LineId: 'GUID',
  Bookable: 'boolean',
  Places: 'int32',
  Hours: 'list<BookingHours>',
  EventTypeId: 'int32',
  AgentId: 'int32?',
  NoticeMinutes: 'int32',
  DaysAhead: 'int32',
  LateMinutes: 'int32',
  Instructions: 'string',
};
const { LineId: _line, ...ruleRequest } = rule;
const day: Fields = {
  SpecialDayId: 'int32',
  LocationId: 'GUID',
  FirstDay: 'day',
  LastDay: 'day',
  From: 'string',
  To: 'string',
  Name: 'string',
};
const days = { title: 'Special days', access: administrators, list: 'SpecialDays' };
const specialDays: Fields = { ResponseStatus, SpecialDays: 'list<SpecialDay>', Bookings: 'list<Booking>' };
const bookings: Fields = { ResponseStatus, Bookings: 'list<Booking>' };
const byId = '/v1/Bookings/{AppointmentId}';

export const records: Readonly<Record<string, Fields>> = {
  BookingHours: { Weekday: 'int32', From: 'string', To: 'string', Places: 'int32' },
  BookingRule: rule,
  SpecialDay: day,
  FreeTime: { LineId: 'GUID', StartDate: 'datetime', EndDate: 'datetime', Places: 'int32' },
  Booking: {
    AppointmentId: 'int32',
    LineId: 'GUID',
    LineName: 'string',
    StartDate: 'datetime',
    EndDate: 'datetime',
    CustomerId: 'GUID',
    CustomerName: 'string',
    PhoneEnding: 'string',
    Status: 'string',
    Code: 'string',
    BookedBy: 'string',
    ArrivedTime: 'datetime',
    CheckInId: 'GUID',
    Ticket: 'string',
    Outside: 'boolean',
    Overbooked: 'boolean',
  },
  BookingReport: {
    Day: 'string',
    LocationId: 'GUID',
    LocationName: 'string',
    LineId: 'GUID',
    LineName: 'string',
    Booked: 'int32',
    ByCustomer: 'int32',
    Done: 'int32',
    Missed: 'int32',
    Cancelled: 'int32',
    Late: 'int32',
    Overbooked: 'int32',
    MedianDelayMinutes: 'double',
    P90DelayMinutes: 'double',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C23 Rules': {
    title: 'How a line is booked',
    routes: { '/v1/Lines/{Id}/BookingRule': ['GET', 'PUT'] },
    access: agents,
    writers: administrators,
    request: { Id: 'GUID', ...ruleRequest },
    response: { ResponseStatus, BookingRules: 'list<BookingRule>' },
    list: 'BookingRules',
  },
  'C23 Special days': {
    ...days,
    routes: { '/v1/SpecialDays': ['GET'] },
    access: agents,
    request: day,
    response: specialDays,
  },
  'C23 Changes of special days': {
    ...days,
    routes: { '/v1/SpecialDays': ['POST'], '/v1/SpecialDays/{SpecialDayId}': ['PUT'] },
    request: { ...day, CancelBookings: 'boolean', dryRun: 'boolean' },
    response: specialDays,
  },
  'C23 Removal of special days': {
    ...days,
    routes: { '/v1/SpecialDays/{SpecialDayId}': ['DELETE'] },
    request: day,
    response: specialDays,
  },
  'C23 Free times': {
    title: 'Free times',
    routes: { '/v1/Bookings/Free/{LineId}/{From}/{To}': ['GET'] },
    access: agents,
    request: { LineId: 'GUID', From: 'day', To: 'day' },
    response: { ResponseStatus, FreeTimes: 'list<FreeTime>' },
    list: 'FreeTimes',
  },
  'C23 Bookings of a location': {
    title: 'The bookings of a location',
    routes: { '/v1/Bookings/At/{LocationId}/{From}/{To}': ['GET'] },
    access: agents,
    request: { LocationId: 'GUID', From: 'day', To: 'day' },
    response: bookings,
    list: 'Bookings',
  },
  'C23 New bookings': {
    title: 'Booking',
    routes: { '/v1/Bookings': ['POST'] },
    access: agents,
    request: {
      LineId: 'GUID',
      StartDate: 'datetime',
      CustomerId: 'GUID',
      FirstName: 'string',
      LastName: 'string',
      Email: 'string',
      Phone: 'string',
      Note: 'string',
      Overbook: 'boolean',
    },
    response: bookings,
    list: 'Bookings',
  },
  'C23 Bookings': {
    title: 'A booking',
    routes: { [byId]: ['GET', 'PUT'] },
    access: agents,
    request: {
      AppointmentId: 'int32',
      LineId: 'GUID',
      StartDate: 'datetime',
      Status: 'string',
      Note: 'string',
      Overbook: 'boolean',
    },
    response: bookings,
    list: 'Bookings',
  },
  'C23 Report': {
    title: 'Bookings day by day',
    routes: { '/v1/Bookings/Report/{From}/{To}': ['GET'] },
    access: agents,
    request: { From: 'day', To: 'day' },
    response: { ResponseStatus, Report: 'list<BookingReport>' },
    list: 'Report',
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  LineId: '0123456789abcdef0123456789abcdef',
  LocationId: '0123456789abcdef0123456789abcdef',
  SpecialDayId: '1',
  AppointmentId: '1',
  From: '2026-01-01',
  To: '2026-12-31',
};
