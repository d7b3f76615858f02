import { datetime, guid, int32, int64, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

export const geographyTables = [
  table('states', {
    StateID: column(int64, { key: true }),
    State: text(50),
    StateName: text(100),
  }),
  table('counties', {
    CountyID: column(int64, { key: true }),
    StateID: column(int64, { references: 'states.StateID' }),
    County: text(200),
  }),
  table('districts', {
    DistrictID: column(int32, { key: true }),
    CountyID: column(int64, { references: 'counties.CountyID' }),
    DistrictName: text(200),
  }),
  table('schools', {
    SchoolID: column(int64, { key: true }),
    DistrictID: column(int32, { references: 'districts.DistrictID' }),
    SchoolName: text(200),
  }),
  table('slot_districts', {
    SlotDistrictID: column(int32, { key: 'generated' }),
    DistrictID: column(int32, { references: 'districts.DistrictID' }),
    Description: text(500),
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
