import { administrators, agents, type Group } from '../group.js';
import { records as interfaceRecords, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  Location: { LocationId: 'GUID', Name: 'string', Active: 'boolean' },
  QueueEntry: {
    Id: 'GUID',
    LineId: 'GUID',
    LineName: 'string',
    Position: 'int32',
    Status: 'int32',
    CustomerId: 'GUID',
    ContactId: 'int32',
    CustomerName: 'string',
    SignInTime: 'datetime',
    WaitTime: 'int32',
    StationId: 'GUID',
    StationName: 'string',
    EmployeeId: 'GUID',
    EmployeeName: 'string',
  },
  VisitReport: {
    Day: 'string',
    LocationId: 'GUID',
    LocationName: 'string',
    LineId: 'GUID',
    LineName: 'string',
    Visits: 'int32',
    Completed: 'int32',
    NoShow: 'int32',
    Cancelled: 'int32',
    Forwarded: 'int32',
    MedianWaitMinutes: 'double',
    P90WaitMinutes: 'double',
    MedianServiceMinutes: 'double',
  },
  Station: {
    StationId: 'GUID',
    LocationId: 'GUID',
    Name: 'string',
    Open: 'boolean',
    LineIds: 'list<GUID>',
    Active: 'boolean',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C2 Locations': {
    title: 'Locations',
    routes: { '/v1/Locations': ['GET', 'POST'], '/v1/Locations/{LocationId}': ['GET', 'PUT', 'DELETE'] },
    access: agents,
    writers: administrators,
    request: records.Location,
    response: { ResponseStatus, Locations: 'list<Location>' },
    list: 'Locations',
  },
  'C2 Lines': {
    title: 'Lines',
    routes: { '/v1/Lines': ['GET', 'POST'], '/v1/Lines/{Id}': ['GET', 'PUT', 'DELETE'] },
    access: agents,
    writers: administrators,
    request: interfaceRecords.Line,
    response: { ResponseStatus, Lines: 'list<Line>' },
    list: 'Lines',
  },
  'C2 Stations': {
    title: 'Stations',
    routes: { '/v1/Stations': ['GET', 'POST'], '/v1/Stations/{StationId}': ['GET', 'PUT', 'DELETE'] },
    access: agents,
    writers: administrators,
    request: records.Station,
    response: { ResponseStatus, Stations: 'list<Station>' },
    list: 'Stations',
  },
  'C2 Queue': {
    title: 'The queue of a location',
    routes: { '/v1/CustomerCheckins/Queue/{LocationId}': ['GET'] },
    access: agents,
    request: { LocationId: 'GUID' },
    response: { ResponseStatus, Queue: 'list<QueueEntry>' },
    list: 'Queue',
  },
  'C2 Questionnaire': {
    title: 'Questions of a visit',
    routes: { '/v1/CustomerCheckins/{Id}/Questionnaire': ['GET', 'PUT'] },
    access: agents,
    request: { Id: 'GUID', LineQuestions: 'list<LineQuestion>' },
    response: { ResponseStatus, LineQuestions: 'list<LineQuestion>' },
    list: 'LineQuestions',
  },
  'C2 Report': {
    title: 'Visits day by day',
    routes: { '/v1/CustomerCheckins/Report/{From}/{To}': ['GET'] },
    access: agents,
    request: { From: 'day', To: 'day' },
    response: { ResponseStatus, Report: 'list<VisitReport>' },
    list: 'Report',
  },
  'C2 CallNext': {
    title: 'Calling the next customer',
    routes: { '/v1/CustomerCheckins/CallNext': ['POST'] },
    access: agents,
    request: { StationId: 'GUID', LineId: 'GUID' },
    response: {
      ResponseStatus,
      CustomerCheckins: 'list<CustomerCheckinObject>',
      CustomerCheckinRequirements: 'CheckinInformation',
      Queue: 'list<QueueEntry>',
    },
    list: 'CustomerCheckins',
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  LocationId: '0123456789abcdef0123456789abcdef',
  StationId: '0123456789abcdef0123456789abcdef',
  From: '2026-01-01',
  To: '2026-12-31',
};
