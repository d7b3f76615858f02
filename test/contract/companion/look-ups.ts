import { administrators, agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  State: { StateID: 'int64', State: 'string', StateName: 'string' },
  County: { CountyID: 'int64', StateID: 'int64', County: 'string' },
  District: { DistrictID: 'int32', CountyID: 'int64', DistrictName: 'string' },
  School: { SchoolID: 'int64', DistrictID: 'int32', SchoolName: 'string' },
  SlotDistrict: { SlotDistrictID: 'int32', DistrictID: 'int32', Description: 'string' },
  RecordType: { RecordType: 'string' },
  ContactStatus: { ContactStatusId: 'int32', ContactStatusDesc: 'string' },
  SourceType: { SourceTypeId: 'int32', SourceTypeDesc: 'string' },
  ContactCategory: { ContactCategory: 'int32', ContactCategoryName: 'string' },
  Job: { JobID: 'int32', JobName: 'string' },
};

/** The operations on a look-up table and on its rows. Agents read them, and Administrators write them. */
function lookUp(path: string, list: string, record: string): Group {
  const [key] = Object.keys(records[record]);
  return {
    title: list,
    routes: { [path]: ['GET', 'POST'], [`${path}/{${key}}`]: ['GET', 'PUT'] },
    access: agents,
    writers: administrators,
    request: records[record],
    response: { ResponseStatus, [list]: `list<${record}>` },
    list,
  };
}

const typesPath = '/v1/PolicyDocuments/RecordTypes';
const recordTypes = lookUp(typesPath, 'RecordTypes', 'RecordType');

export const groups: Readonly<Record<string, Group>> = {
  'C19 States': lookUp('/v1/States', 'States', 'State'),
  'C19 Counties': lookUp('/v1/Counties', 'Counties', 'County'),
  'C19 Districts': lookUp('/v1/Districts', 'Districts', 'District'),
  'C19 Schools': lookUp('/v1/Schools', 'Schools', 'School'),
  'C19 SlotDistricts': lookUp('/v1/SlotDistricts', 'SlotDistricts', 'SlotDistrict'),
  'C19 ContactStatuses': lookUp('/v1/ContactStatuses', 'ContactStatuses', 'ContactStatus'),
  'C19 SourceTypes': lookUp('/v1/SourceTypes', 'SourceTypes', 'SourceType'),
  'C19 ContactCategories': lookUp('/v1/ContactCategories', 'ContactCategories', 'ContactCategory'),
  'C19 Jobs': lookUp('/v1/Jobs', 'Jobs', 'Job'),
  'C19 RecordTypes': {
    ...recordTypes,
    routes: { [typesPath]: ['GET', 'POST'], [`${typesPath}/{RecordType}`]: ['GET'] },
  },
  'C19 Names of record types': {
    ...recordTypes,
    title: 'Names of record types',
    routes: { [`${typesPath}/{RecordType}`]: ['PUT'] },
    request: { ...records.RecordType, NewName: 'string' },
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  StateID: '987654',
  CountyID: '987654',
  DistrictID: '987654',
  SchoolID: '987654',
  SlotDistrictID: '987654',
  ContactStatusId: '987654',
  SourceTypeId: '987654',
  ContactCategory: '987654',
  JobID: '987654',
};
