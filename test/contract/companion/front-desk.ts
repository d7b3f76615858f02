import { administrators, agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  Location: { LocationId: 'GUID', Name: 'string', Active: 'boolean' },
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
};

export const placeholders: Readonly<Record<string, string>> = {
  LocationId: '0123456789abcdef0123456789abcdef',
};
