import { administrators, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  Project: {
    ProjectID: 'int32',
    ProjectName: 'string',
    Description: 'string',
    StartDate: 'datetime',
    EndDate: 'datetime',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C7 Projects': {
    title: 'Projects',
    routes: { '/v1/Projects': ['GET', 'POST'], '/v1/Projects/{ProjectID}': ['GET', 'PUT', 'DELETE'] },
    access: 'authenticated',
    writers: administrators,
    request: records.Project,
    response: { ResponseStatus, Projects: 'list<Project>' },
    list: 'Projects',
  },
};

export const placeholders: Readonly<Record<string, string>> = { ProjectID: '987654' };
