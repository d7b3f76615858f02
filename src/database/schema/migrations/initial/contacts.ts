import { datetime, decimal, flag, guid, int32, int64, text, type ColumnKind } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

const optional = (kind: ColumnKind) => column(kind, { nullable: true });
const reference = (kind: ColumnKind, references: string) => column(kind, { nullable: true, references });
const words = (length: number) => optional(text(length));
const number = optional(int32);
const yesNo = optional(flag);
const moment = optional(datetime);
const agent = column(int32, { references: 'agents.AgentId' });

/** Contacts, their shares and transfers, and the search index. */
export const contactTables = [
  table(
    'contacts',
    {
      ContactId: column(int32, { key: 'generated' }),
      ContactType: number,
      DistrictID: reference(int32, 'districts.DistrictID'),
      AgentId: reference(int32, 'agents.AgentId'),
      PeraContactId: number,
      SourceTypeId: number,
      ContactStatusId: number,
      ContactCategory: number,
      WritingAgentId: reference(int32, 'agents.AgentId'),
      NumberOfDebtAccounts: number,
      FactFinderCodeId: number,
      Rate: number,
      JobID: number,
      JobCount: number,
      LockedByAgentId: reference(int32, 'agents.AgentId'),
      SchoolID: reference(int64, 'schools.SchoolID'),
      StateID: reference(int64, 'states.StateID'),
      CountyID: reference(int64, 'counties.CountyID'),
      FirstName: words(100),
      LastName: words(100),
      Name: words(200),
      Role: words(100),
      Title: words(100),
      EmailWork: words(254),
      EmailPersonal: words(254),
      Phone: words(50),
      Department: words(100),
      Flow: words(100),
      PhoneAlt: words(50),
      RoomNumber: words(50),
      SourceTypeDesc: words(200),
      SourceNote: words(2000),
      ContactStatusDesc: words(200),
      SSN: words(255),
      address_line1: words(200),
      address_city: words(100),
      address_state: words(100),
      address_zip: words(20),
      DeletedBy: words(200),
      MiddleInitial: words(10),
      Tags: words(2000),
      PhoneLabel: words(50),
      AltPhoneLabel: words(50),
      Carriers: words(1000),
      ContactImage: words(1000),
      CompanyAffiliation: words(200),
      AdditionalInformation: words(4000),
      MaritalStatus: words(50),
      BusinessName: words(200),
      DBA: words(200),
      JobName: words(200),
      Initials: words(10),
      ContactCategoryName: words(200),
      DoNotContact: yesNo,
      Active: yesNo,
      Deleted: yesNo,
      HasNBC: yesNo,
      HasFactFinderSheet: yesNo,
      HasGiftCard: yesNo,
      Locked: yesNo,
      SMSOptIn: yesNo,
      LastContact: moment,
      DateOfBirth: moment,
      DeletedDateTimeUtc: moment,
      DateCreated: moment,
      ProjectEndDate: moment,
      LockedTimestamp: moment,
      TotalDebtAmount: optional(decimal(18, 2)),
      ContactGUID: column(guid, { nullable: true, unique: true }),
    },
    {
      indexes: [
        ['DateCreated'],
        // The last four indexes have every column that the search for a page of contacts needs: by name or by last
        // contact, of one agent or of all.
        ['AgentId', 'Name', 'ContactId', 'Deleted'],
        ['Name', 'ContactId', 'Deleted'],
        ['AgentId', 'LastContact', 'ContactId', 'Deleted', 'DateCreated'],
        ['LastContact', 'ContactId', 'Deleted', 'DateCreated'],
      ],
    },
  ),
  table('contact_shares', {
    ContactId: column(int32, { key: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
    AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
  }),
  table('contact_transfers', {
    TransferId: column(int32, { key: 'generated' }),
    ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
    FromAgentId: agent,
    ToAgentId: agent,
    TransferredAt: column(datetime, { required: true }),
    TransferredBy: guid,
  }),
  table(
    'contact_terms',
    {
      Term: column(text(64), { key: true }),
      Name: column(text(200), { key: true }),
      ContactId: column(int32, { key: true }),
      AgentId: number,
      Shared: int32,
    },
    { indexes: [['ContactId', 'Term']] },
  ),
];
