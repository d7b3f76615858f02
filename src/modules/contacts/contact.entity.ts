import { becomes } from '../../database/schema/record-events.js';
import { Table } from '../../database/schema/table.js';
import {
  Address,
  DateTime,
  Day,
  Decimal,
  Email,
  Flag,
  Guid,
  Int32,
  Int64,
  Name,
  Phone,
  Text,
} from '../../record/fields.js';
import { ReadAs } from '../../record/reading.js';

const nullable = { nullable: true } as const;
/** Options of fields that identify or describe the contact: an erasure clears them. */
const personal = { nullable: true, personal: true } as const;
const computed = { nullable: true, computed: true } as const;
const no = { nullable: true, default: false } as const;
const textOf = (id: string) => ({
  ...personal,
  follows: id,
  description: `Follows ${id}: what you send counts only if the list of these ids lacks it.`,
});
const email = 254;
const phone = 50;

/**
 * Every field may be null. The names of the district, school, state, county and writing agent are read from their own
 * tables, and IsShared from contact_shares. So are the texts of SourceTypeId, ContactStatusId, ContactCategory and
 * JobID, unless the table lacks the id: contact-choices.ts.
 */
@Table('contacts', {
  indexes: [
    ['DateCreated'],
    ['AgentId', 'NameKey', 'ContactId', 'Deleted'],
    ['NameKey', 'ContactId', 'Deleted'],
    ['AgentId', 'LastNameKey', 'ContactId', 'Deleted'],
    ['LastNameKey', 'ContactId', 'Deleted'],
    ['AgentId', 'LastContact', 'ContactId', 'Deleted', 'DateCreated'],
    ['LastContact', 'ContactId', 'Deleted', 'DateCreated'],
  ],
  ofPerson: { keep: 'the owner and the dates, without personal data', becomes: { Deleted: true } },
  events: {
    noun: 'contact',
    updates: {
      deleted: {
        summary: 'A contact was deleted; it can be restored, unless it was erased.',
        fits: becomes('Deleted', true),
      },
      restored: { summary: 'A deleted contact was restored.', fits: becomes('Deleted', false) },
      transferred: { summary: 'A contact got another agent.', fits: becomes('AgentId') },
    },
  },
})
@ReadAs({
  columns:
    'Name, Phone, EmailWork, EmailPersonal, Title, School, address_city, ContactStatusDesc, AgentId, LastContact',
  groups: {
    Contact: `Name, Phone, PhoneAlt, EmailWork, EmailPersonal, address_line1, address_city, address_state, address_zip,
      ContactStatusDesc, AgentId, LastContact, DoNotContact, SMSOptIn, Tags`,
    Person: `FirstName, MiddleInitial, LastName, Initials, DateOfBirth, MaritalStatus, SSN, PhoneLabel, AltPhoneLabel,
      Carriers, ContactImage`,
    'Work and school': `Title, Role, JobName, JobCount, Department, RoomNumber, School, District, County, State,
      StateName, BusinessName, DBA, CompanyAffiliation`,
    Business: `ContactCategoryName, SourceTypeDesc, SourceNote, WritingAgentName, Flow, Rate, AdditionalInformation,
      HasNBC, HasFactFinderSheet, HasGiftCard, ProjectEndDate, NumberOfDebtAccounts, TotalDebtAmount`,
    'This record': `DateCreated, Active, IsShared, Locked, LockedByAgentId, LockedTimestamp, Deleted, DeletedBy,
      DeletedDateTimeUtc`,
    Ids: `ContactId, ContactGUID, ContactType, ContactStatusId, ContactCategory, SourceTypeId, WritingAgentId, JobID,
      SchoolID, DistrictID, CountyID, StateID, PeraContactId, FactFinderCodeId`,
  },
})
export class Contact {
  @Int32({ ...nullable, key: 'generated', example: 42 }) ContactId!: number;
  @Int32({ ...nullable, title: 'Type' }) ContactType!: number | null;
  @Int32({ ...personal, references: 'District.DistrictID' }) DistrictID!: number | null;
  @Int32({ ...nullable, references: 'Agent.AgentId', description: 'The agent that owns the contact.' }) AgentId!:
    number | null;
  @Int32(personal) PeraContactId!: number | null;
  @Int32({ ...nullable, names: { field: 'SourceType.SourceTypeId' } }) SourceTypeId!: number | null;
  @Int32({ ...nullable, names: { field: 'ContactStatus.ContactStatusId' } }) ContactStatusId!: number | null;
  @Int32({ ...nullable, title: 'Category id', names: { field: 'ContactCategory.ContactCategory' } }) ContactCategory!:
    number | null;
  @Int32({ ...nullable, references: 'Agent.AgentId' }) WritingAgentId!: number | null;
  @Int32(personal) NumberOfDebtAccounts!: number | null;
  @Int32(personal) FactFinderCodeId!: number | null;
  @Int32(personal) Rate!: number | null;
  @Int32({ ...personal, names: { field: 'Job.JobID' } }) JobID!: number | null;
  @Int32(personal) JobCount!: number | null;
  @Int32({ title: 'Locked by', ...nullable, references: 'Agent.AgentId' }) LockedByAgentId!: number | null;
  @Int64({ ...personal, references: 'School.SchoolID' }) SchoolID!: Int64 | null;
  @Int64({ ...personal, references: 'State.StateID' }) StateID!: Int64 | null;
  @Int64({ ...personal, references: 'County.CountyID' }) CountyID!: Int64 | null;
  @Name(100, {
    ...personal,
    fileTitles: 'First, Given name, Forename, Client first name, Primer nombre, Nombre de pila, Nombres, Nombre',
    example: 'Ada',
  })
  FirstName!: string | null;
  @Name(100, {
    ...personal,
    fileTitles: 'Last, Surname, Family name, Client last name, Apellidos, Apellido, Primer apellido',
    example: 'Lovelace',
  })
  LastName!: string | null;
  @Name(200, {
    ...personal,
    fileTitles: `Full name, Client name, Customer name, Contact name, Display name, Client, Customer, Contact,
      Person, Nombre completo, Nombre y apellidos, Apellidos y nombre, Cliente, Nombre`,
    description: 'By default FirstName and LastName, or BusinessName; follows a change of these.',
    example: 'Ada Lovelace',
  })
  Name!: string | null;
  @Text(100, personal) Role!: string | null;
  @Name(100, { ...personal, fileTitles: 'Job title, Position, Occupation, Cargo, Puesto' }) Title!: string | null;
  @Email(email, {
    title: 'Work email',
    ...personal,
    fileTitles: `Email, Email address, Primary email, Email 1, Work email address, Business email, Office email,
      Mail, Correo electrónico, Dirección de correo electrónico, Correo`,
    example: 'ada@example.com',
  })
  EmailWork!: string | null;
  @Email(email, {
    ...personal,
    title: 'Personal email',
    fileTitles: `Home email, Private email, Email 2, Email address 2, Second email, Secondary email, Other email,
      Alternate email, Correo personal, Correo electrónico 2`,
  })
  EmailPersonal!: string | null;
  @Name(200, { ...computed, description: "The district's name." }) District!: string | null;
  @Name(200, { ...computed, description: "The school's name." }) School!: string | null;
  @Name(50, { title: 'State code', ...computed, description: "The state's abbreviation.", example: 'TX' }) State!:
    string | null;
  @Name(100, { ...computed, example: 'Texas' }) StateName!: string | null;
  @Name(100, { ...computed, description: "The county's name." }) County!: string | null;
  @Phone(phone, {
    ...personal,
    fileTitles: `Mobile phone, Mobile, Cell phone, Cell, Mobile number, Mobile phone number, Cell number,
      Primary phone, Telephone, Telephone number, Phone number, Phone 1, Tel, Contact number, Work phone,
      Business phone, Office phone, Home phone, Home telephone, Teléfono móvil, Móvil, Celular, Teléfono celular,
      Teléfono, Número de teléfono, Teléfono del trabajo, Teléfono particular, Teléfono fijo`,
    parsed: true,
    example: '505-555-0142',
  })
  Phone!: string | null;
  @Text(100, { ...personal, fileTitles: 'Dept, Departamento' }) Department!: string | null;
  @Text(100, personal) Flow!: string | null;
  @Phone(phone, {
    title: 'Other phone',
    ...personal,
    fileTitles: `Alternate phone, Alternative phone, Secondary phone, Second phone, Phone 2, Other telephone,
      Home phone, Home telephone, Work phone, Business phone, Office phone, Mobile phone, Mobile, Cell phone, Cell,
      Mobile number, Mobile phone number, Cell number, Phone number, Telephone, Telephone number, Otro teléfono,
      Teléfono 2, Teléfono particular, Teléfono fijo, Teléfono del trabajo, Teléfono móvil, Móvil, Celular`,
    parsed: true,
  })
  PhoneAlt!: string | null;
  @Text(phone, personal) RoomNumber!: string | null;
  @Name(200, { ...textOf('SourceTypeId'), title: 'Source', fileTitles: 'Lead source, Referral source, Fuente' })
  SourceTypeDesc!: string | null;
  @Text(2000, personal) SourceNote!: string | null;
  @Name(200, { ...textOf('ContactStatusId'), title: 'Status' }) ContactStatusDesc!: string | null;
  /** The encrypted value. Its encryption context is `contacts.SSN:<ContactId>`. */
  @Text(255, {
    title: 'Social security number',
    fileTitles: 'Social security, Social security no, Número de seguro social, Seguro social',
    ...personal,
    secret: true,
    encrypted: true,
    digits: true,
    description: 'All but the last four digits are masked, unless an Administrator names SSN in `fields`.',
    example: '***-**-1234',
  })
  SSN!: string | null;
  @Address(200, {
    ...personal,
    title: 'Street',
    fileTitles: `Street address, Address, Address line 1, Address 1, Street 1, Home street, Home address,
      Mailing street, Mailing address, Business street, Business address, Dirección, Domicilio, Calle y número, Calle,
      Calle del domicilio`,
  })
  address_line1!: string | null;
  @Address(100, {
    ...personal,
    title: 'City',
    fileTitles: `Town, Home city, Mailing city, Business city, City/Town, Ciudad, Localidad, Población, Municipio,
      Ciudad de residencia`,
  })
  address_city!: string | null;
  @Address(100, {
    ...personal,
    title: 'State',
    fileTitles: `ST, State/Province, State/Region, Province, Region, Home state, Mailing state,
      Mailing state/province, Business state, Estado, Provincia, Estado/Provincia`,
  })
  address_state!: string | null;
  @Address(20, {
    title: 'ZIP code',
    ...personal,
    fileTitles: `ZIP, Postal code, Postcode, Zip/Postal code, Home postal code, Home ZIP, Mailing zip/postal code,
      Mailing postal code, Mailing ZIP, Business postal code, Código postal, C.P., Código postal del domicilio`,
    digits: true,
  })
  address_zip!: string | null;
  @Text(200, nullable) DeletedBy!: string | null;
  @Text(10, { ...personal, fileTitles: 'M.I.' }) MiddleInitial!: string | null;
  @Text(2000, { ...personal, description: 'Comma-separated.' }) Tags!: string | null;
  @Text(phone, { ...personal, title: 'Kind of phone' }) PhoneLabel!: string | null;
  @Text(phone, { ...personal, title: 'Kind of other phone' }) AltPhoneLabel!: string | null;
  @Text(1000, personal) Carriers!: string | null;
  @Text(1000, {
    title: 'Picture',
    ...personal,
    description: 'AttachmentId of the picture that `PUT /v1/Contacts/{ContactId}/Image` has set.',
  })
  ContactImage!: string | null;
  @Name(200, personal) CompanyAffiliation!: string | null;
  @Text(4000, {
    ...personal,
    fileTitles: `Notes, Note, Remarks, Remark, Comments, Comment, Description, Memo, Notas, Nota, Comentarios,
      Observaciones`,
  })
  AdditionalInformation!: string | null;
  @Name(200, { title: 'Writing agent', ...computed, description: "The writing agent's name." }) WritingAgentName!:
    string | null;
  @Text(50, { ...personal, fileTitles: 'Estado civil' }) MaritalStatus!: string | null;
  @Name(200, {
    ...personal,
    fileTitles: `Company, Company name, Organization, Organisation, Organization name, Business, Employer,
      Account name, Associated company, Empresa, Compañía, Organización, Razón social`,
  })
  BusinessName!: string | null;
  @Name(200, { ...personal, title: 'Doing business as' }) DBA!: string | null;
  @Name(200, { ...textOf('JobID'), title: 'Job' }) JobName!: string | null;
  @Text(10, personal) Initials!: string | null;
  @Name(200, { ...textOf('ContactCategory'), title: 'Category' }) ContactCategoryName!: string | null;
  @Flag({ ...no, description: 'true: the service rejects activities of the category Outreach.' })
  DoNotContact!: boolean | null;
  @Flag({ ...nullable, default: true }) Active!: boolean | null;
  @Flag(no) Deleted!: boolean | null;
  @Flag({ title: 'Shared', ...computed, description: 'The contact is shared with other agents.' }) IsShared!:
    boolean | null;
  @Flag(no) HasNBC!: boolean | null;
  @Flag(no) HasFactFinderSheet!: boolean | null;
  @Flag({ ...no, description: 'Read-only. A gift card is pending, or was sent.' }) HasGiftCard!: boolean | null;
  @Flag({
    ...no,
    description:
      'true: only the agent LockedByAgentId and Administrators can change the contact and log its activities, until ' +
      'LOCK_HOURS have passed, or that agent is no longer Active or its user is disabled.',
  })
  Locked!: boolean | null;
  @Flag({
    title: 'Agrees to text messages',
    ...no,
    belongsTo: ['Phone', 'PhoneAlt'],
    description:
      'The customer has agreed to text messages to Phone, or to PhoneAlt if Phone is unset. A merge takes it over ' +
      'only with its number.',
  })
  SMSOptIn!: boolean | null;
  @DateTime({
    ...nullable,
    description:
      'Read-only. Time of the latest activity that is not Internal. Logging an older activity does not change it.',
  })
  LastContact!: DateTime | null;
  @Day({
    ...personal,
    fileTitles: 'Birthday, Birth date, DOB, Fecha de nacimiento, Nacimiento, Cumpleaños',
    ofBirth: true,
    example: '1967-04-12',
  })
  DateOfBirth!: Day | null;
  @DateTime({ ...nullable, title: 'Deleted at' }) DeletedDateTimeUtc!: DateTime | null;
  @DateTime(nullable) DateCreated!: DateTime | null;
  @Day(personal) ProjectEndDate!: Day | null;
  @DateTime({ ...nullable, title: 'Locked at' }) LockedTimestamp!: DateTime | null;
  @Decimal(18, 2, personal) TotalDebtAmount!: Decimal | null;
  @Guid({ title: 'Contact GUID', ...nullable, unique: true }) ContactGUID!: Guid | null;
}

/** The E.164 form and the extension of each telephone number: columns that the interface does not show. */
export interface ContactNumbers {
  readonly PhoneE164: string | null;
  readonly PhoneExtension: string | null;
  readonly PhoneAltE164: string | null;
  readonly PhoneAltExtension: string | null;
}

/** A contact as its table stores it. */
export type StoredContact = Contact & ContactNumbers & { readonly NameKey: string | null };
