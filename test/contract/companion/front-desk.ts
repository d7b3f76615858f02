import { administrators, agents, type Group } from '../group.js';
import { records as interfaceRecords, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  Location: { LocationId: 'GUID', Name: 'string', Active: 'boolean' },
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
};

export const placeholders: Readonly<Record<string, string>> = {
  LocationId: '0123456789abcdef0123456789abcdef',
  StationId: '0123456789abcdef0123456789abcdef',
};
