import { datetime, guid, int32, int64, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

export const geographyTables = [
  table('states', {
    StateID: column(int64, { key: true }),
    ...name('State', 50),
    ...name('StateName', 100),
  }),
  table(
    'counties',
    {
      CountyID: column(int64, { key: true }),
      StateID: column(int64, { references: 'states.StateID' }),
      ...name('County', 200),
    },
    { indexes: [['CountyKey', 'CountyID']] },
  ),
  table(
    'districts',
    {
      DistrictID: column(int32, { key: true }),
      CountyID: column(int64, { references: 'counties.CountyID' }),
      ...name('DistrictName', 200),
    },
    { indexes: [['DistrictNameKey']] },
  ),
  table(
    'schools',
    {
      SchoolID: column(int64, { key: true }),
      DistrictID: column(int32, { references: 'districts.DistrictID' }),
      ...name('SchoolName', 200),
    },
    { indexes: [['SchoolNameKey', 'SchoolID']] },
  ),
  table('slot_districts', {
    SlotDistrictID: column(int32, { key: 'generated' }),
    DistrictID: column(int32, { references: 'districts.DistrictID' }),
    ...name('Description', 500),
  }),
  table(
    'slot_district_approvals',
    {
      SlotDistrictApprovalID: column(int32, { key: 'generated' }),
      SlotDistrictID: column(int32, { references: 'slot_districts.SlotDistrictID' }),
      SchoolID: column(int64, { references: 'schools.SchoolID' }),
      AgentID: column(int32, { required: true, references: 'agents.AgentId' }),
      AVPID: column(int32, { references: 'agents.AgentId' }),
      Status: text(50),
      DateCreated: datetime,
      DateModified: datetime,
      ModifiedBy: guid,
      Note: text(500),
    },
    { indexes: [['AgentID', 'DateCreated']] },
  ),
];
