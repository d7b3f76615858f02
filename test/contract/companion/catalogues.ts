import { administrators, type Group } from '../group.js';
import { records as known, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  CataloguedPolicyDocument: {
    Id: 'int32',
    Name: 'string',
    Type: 'string',
    Defaults: 'list<PolicyDocumentDefault>',
  },
  PolicyDocumentDefault: { RecordType: 'string', Id: 'int32', IsDefault: 'boolean' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C9 EventType': {
    title: 'Event types',
    routes: { '/v1/EventType': ['POST'], '/v1/EventType/{EventTypeId}': ['PUT'] },
    access: administrators,
    request: known.EventType,
    response: { ResponseStatus, EventType: 'list<EventType>' },
    list: 'EventType',
  },
  'C9 PolicyDocuments': {
    title: 'Policy documents',
    routes: { '/v1/PolicyDocuments': ['GET', 'POST'], '/v1/PolicyDocuments/{Id}': ['GET', 'PUT', 'DELETE'] },
    access: administrators,
    request: records.CataloguedPolicyDocument,
    response: { ResponseStatus, PolicyDocuments: 'list<CataloguedPolicyDocument>' },
    list: 'PolicyDocuments',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
