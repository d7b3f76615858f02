import { Table } from '../../database/schema/table.js';
import { DateTime, Decimal, Flag, Guid, Int32, Int64, Text } from '../../record/fields.js';

const nullable = { nullable: true } as const;
const computed = { nullable: true, computed: true } as const;
const no = { nullable: true, default: false } as const;
const email = 254;
const phone = 50;

/**
 * A person or business that an agent serves. Every field may be null.
 *
 * Names that belong to another record (district, school, state, county, writing agent) are read from
 * it, and IsShared from the shares. Descriptions that the service has no catalogue for (source type,
 * status, category, job) are kept as given.
 */
@Table('contacts', {
  indexes: [
    ['DateCreated'],
    ['AgentId', 'Name', 'ContactId', 'Deleted'],
    ['Name', 'ContactId', 'Deleted'],
    ['AgentId', 'LastContact', 'ContactId', 'Deleted', 'DateCreated'],
    ['LastContact', 'ContactId', 'Deleted', 'DateCreated'],
  ],
})
export class Contact {
  @Int32({ ...nullable, key: 'generated', example: 42 }) ContactId!: number;
  @Int32(nullable) ContactType!: number | null;
  @Int32({ ...nullable, references: 'District.DistrictID' }) DistrictID!: number | null;
  @Int32({ ...nullable, references: 'Agent.AgentId', description: 'The agent whose contact it is.' }) AgentId!:
    number | null;
  @Int32(nullable) PeraContactId!: number | null;
  @Int32(nullable) SourceTypeId!: number | null;
  @Int32(nullable) ContactStatusId!: number | null;
  @Int32(nullable) ContactCategory!: number | null;
  @Int32({ ...nullable, references: 'Agent.AgentId' }) WritingAgentId!: number | null;
  @Int32(nullable) NumberOfDebtAccounts!: number | null;
  @Int32(nullable) FactFinderCodeId!: number | null;
  @Int32(nullable) Rate!: number | null;
  @Int32(nullable) JobID!: number | null;
  @Int32(nullable) JobCount!: number | null;
  @Int32({ ...nullable, references: 'Agent.AgentId' }) LockedByAgentId!: number | null;
  @Int64({ ...nullable, references: 'School.SchoolID' }) SchoolID!: Int64 | null;
  @Int64({ ...nullable, references: 'State.StateID' }) StateID!: Int64 | null;
  @Int64({ ...nullable, references: 'County.CountyID' }) CountyID!: Int64 | null;
  @Text(100, { ...nullable, example: 'Ada' }) FirstName!: string | null;
  @Text(100, { ...nullable, example: 'Lovelace' }) LastName!: string | null;
  @Text(200, { ...nullable, example: 'Ada Lovelace' }) Name!: string | null;
  @Text(100, nullable) Role!: string | null;
  @Text(100, nullable) Title!: string | null;
  @Text(email, { ...nullable, example: 'ada@example.com' }) EmailWork!: string | null;
  @Text(email, nullable) EmailPersonal!: string | null;
  @Text(200, { ...computed, description: "The district's name." }) District!: string | null;
  @Text(200, { ...computed, description: "The school's name." }) School!: string | null;
  @Text(50, { ...computed, description: "The state's short form.", example: 'TX' }) State!: string | null;
  @Text(100, { ...computed, example: 'Texas' }) StateName!: string | null;
  @Text(100, { ...computed, description: "The county's name." }) County!: string | null;
  @Text(phone, { ...nullable, example: '555-0100' }) Phone!: string | null;
  @Text(100, nullable) Department!: string | null;
  @Text(100, nullable) Flow!: string | null;
  @Text(phone, nullable) PhoneAlt!: string | null;
  @Text(phone, nullable) RoomNumber!: string | null;
  @Text(200, nullable) SourceTypeDesc!: string | null;
  @Text(2000, nullable) SourceNote!: string | null;
  @Text(200, nullable) ContactStatusDesc!: string | null;
  /** The column holds the encrypted form; its context is `contacts.SSN:<ContactId>`. */
  @Text(255, {
    ...nullable,
    secret: true,
    sealed: true,
    description: 'Its last four digits; in full for an Administrator whose `fields` name it.',
    example: '***-**-1234',
  })
  SSN!: string | null;
  @Text(200, nullable) address_line1!: string | null;
  @Text(100, nullable) address_city!: string | null;
  @Text(100, nullable) address_state!: string | null;
  @Text(20, nullable) address_zip!: string | null;
  @Text(200, nullable) DeletedBy!: string | null;
  @Text(10, nullable) MiddleInitial!: string | null;
  @Text(2000, { ...nullable, description: 'Comma-separated.' }) Tags!: string | null;
  @Text(phone, nullable) PhoneLabel!: string | null;
  @Text(phone, nullable) AltPhoneLabel!: string | null;
  @Text(1000, nullable) Carriers!: string | null;
  @Text(1000, nullable) ContactImage!: string | null;
  @Text(200, nullable) CompanyAffiliation!: string | null;
  @Text(4000, nullable) AdditionalInformation!: string | null;
  @Text(200, { ...computed, description: "The writing agent's name." }) WritingAgentName!: string | null;
  @Text(50, nullable) MaritalStatus!: string | null;
  @Text(200, nullable) BusinessName!: string | null;
  @Text(200, nullable) DBA!: string | null;
  @Text(200, nullable) JobName!: string | null;
  @Text(10, nullable) Initials!: string | null;
  @Text(200, nullable) ContactCategoryName!: string | null;
  @Flag({ ...no, description: 'Activities of the category Outreach are refused.' }) DoNotContact!: boolean | null;
  @Flag({ ...nullable, default: true }) Active!: boolean | null;
  @Flag(no) Deleted!: boolean | null;
  @Flag({ ...computed, description: 'Other agents see the contact too.' }) IsShared!: boolean | null;
  @Flag(no) HasNBC!: boolean | null;
  @Flag(no) HasFactFinderSheet!: boolean | null;
  @Flag({ ...no, description: 'A gift-card survey has been answered.' }) HasGiftCard!: boolean | null;
  @Flag({
    ...no,
    description: 'Of the agents, only that of LockedByAgentId logs activities, until LOCK_HOURS are over.',
  })
  Locked!: boolean | null;
  @Flag(no) SMSOptIn!: boolean | null;
  @DateTime({
    ...nullable,
    description: 'The latest activity that is not Internal; logging raises it and never lowers it.',
  })
  LastContact!: DateTime | null;
  @DateTime(nullable) DateOfBirth!: DateTime | null;
  @DateTime(nullable) DeletedDateTimeUtc!: DateTime | null;
  @DateTime(nullable) DateCreated!: DateTime | null;
  @DateTime(nullable) ProjectEndDate!: DateTime | null;
  @DateTime(nullable) LockedTimestamp!: DateTime | null;
  @Decimal(18, 2, nullable) TotalDebtAmount!: Decimal | null;
  @Guid({ ...nullable, unique: true }) ContactGUID!: Guid | null;
}
