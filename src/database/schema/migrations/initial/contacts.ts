import { datetime, decimal, flag, guid, int32, int64, text, type ColumnKind } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

const optional = (kind: ColumnKind) => column(kind, { nullable: true });
const reference = (kind: ColumnKind, references: string) => column(kind, { nullable: true, references });
const words = (length: number) => optional(text(length));
const number = optional(int32);
const yesNo = optional(flag);
const moment = optional(datetime);
const agent = column(int32, { references: 'agents.AgentId' });
/** A telephone number, and what it means. */
const phone = (field: string) => ({
  [field]: words(50),
  [`${field}E164`]: words(16),
  [`${field}Extension`]: words(20),
});
/** The list of choices for the id and the text in a contact. */
const choices = (list: string, id: string, word: string) =>
  table(list, { [id]: column(int32, { key: 'generated' }), ...name(word, 200) });

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
      ...name('FirstName', 100, { nullable: true }),
      ...name('LastName', 100, { nullable: true }),
      ...name('Name', 200, { nullable: true }),
      Role: words(100),
      ...name('Title', 100, { nullable: true }),
      EmailWork: words(254),
      EmailPersonal: words(254),
      ...phone('Phone'),
      Department: words(100),
      Flow: words(100),
      ...phone('PhoneAlt'),
      RoomNumber: words(50),
      ...name('SourceTypeDesc', 200, { nullable: true }),
      SourceNote: words(2000),
      ...name('ContactStatusDesc', 200, { nullable: true }),
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
      ...name('CompanyAffiliation', 200, { nullable: true }),
      AdditionalInformation: words(4000),
      MaritalStatus: words(50),
      ...name('BusinessName', 200, { nullable: true }),
      ...name('DBA', 200, { nullable: true }),
      ...name('JobName', 200, { nullable: true }),
      Initials: words(10),
      ...name('ContactCategoryName', 200, { nullable: true }),
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
        // Each of the next six indexes has every column by which the query for a page of contacts filters and sorts:
        // the page is sorted by Name, LastName or LastContact, and has the contacts of one agent or of all agents.
        ['AgentId', 'NameKey', 'ContactId', 'Deleted'],
        ['NameKey', 'ContactId', 'Deleted'],
        ['AgentId', 'LastNameKey', 'ContactId', 'Deleted'],
        ['LastNameKey', 'ContactId', 'Deleted'],
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
      Shared: int32,
    },
    { indexes: [['ContactId', 'Term']], clustered: true },
  ),
  choices('contact_statuses', 'ContactStatusId', 'ContactStatusDesc'),
  choices('source_types', 'SourceTypeId', 'SourceTypeDesc'),
  choices('contact_categories', 'ContactCategory', 'ContactCategoryName'),
  choices('jobs', 'JobID', 'JobName'),
  table('contact_merges', {
    MergeId: column(int32, { key: 'generated' }),
    ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
    MergedContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
    MergedAt: column(datetime, { required: true }),
    CallId: column(guid, { required: true }),
    Steps: text(16_000_000),
  }),
  table(
    'contact_differences',
    {
      ContactId: column(int32, { key: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
      OtherContactId: column(int32, { key: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
      MarkedAt: column(datetime, { required: true }),
      MarkedBy: text(200),
    },
    { indexes: [['MarkedAt', 'ContactId', 'OtherContactId']] },
  ),
  table('contact_erasures', {
    ContactGUID: column(guid, { key: true }),
    ErasedAt: column(datetime, { required: true }),
  }),
];
