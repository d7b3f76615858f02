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
  ListOf,
  Name,
  Nested,
  Phone,
  Text,
} from '../../record/fields.js';
import { guid, text } from '../../record/field-types.js';
import { ReadAs } from '../../record/reading.js';

const upline = { nullable: true, description: 'AgentId of an agent that has this agent in its downline.' };
const agentStatuses = ['Active', 'Inactive', 'Left'];
const percent = { nullable: true, min: 0, max: 100 };

/** The default view of an agent's queue: a location and its service lines. */
class QueueDefault {
  @Guid() LocationId!: Guid | null;
  @ListOf(guid) Services!: Guid[];
}

/** An agent of the agency. It is in the downline of each agent that it names as upline, MVP, AVP or RVP. */
@Table('agents', {
  indexes: [['AgentNameKey'], ['Upline1'], ['Upline2'], ['Upline3'], ['Upline4'], ['MVPID'], ['AVPID'], ['RVPID']],
})
@ReadAs({
  columns: 'AgentName, CellPhone, Email, City, State, AgentStatus, AgentLevel, TeamName, Office, LastLogin',
  groups: {
    Agent: `AgentName, CellPhone, WorkPhone, HomePhone, Email, BusinessEmail, Address1, Address2, City, State, Zip,
      Country, AgentStatus, AgentLevel, Roles, TeamName, Office, LastLogin`,
    Person: `FirstName, MiddleInitial, LastName, FullName, ByLastName, DOB, SSN, TimeZone, SMSPhoneNumber, Fax,
      EmailSignature, SchedulerUrl, Notes`,
    Business: `Company, StoreName, AgentNumber, Rank, Package, ReferringAgent, PlacementAgent, InsLicensed,
      IsSecurityLicensed, Vested, NBC, FactFinderBilling, PaidDate, DirectPay, DirectPayApprBy,
      LastSubmittedBusinessDate, GracePeriodDate`,
    Upline: `Upline1, Upline1Percent, Upline2, Upline2Percent, Upline3, Upline3Percent, Upline4, Upline4Percent, MVPID,
      AVPID, RVPID, LeaderLocked`,
    'Rights and sign-in': `IsAgent, IsMVP, IsRVP, IsAVP, IsAdmin, IsBusinessCardAdmin, IsEncompassAdmin, MfaActive,
      RequireMFA, RestrictToSingleSession, PasswordUpdated, VerifiedEmailStatus, VerifiedCellPhoneStatus,
      AgreeToDisclosures, AgreeToDate, QueueDefaults`,
    'This record': 'CreatedDate, ModifiedDate, ModifiedBy',
    Ids: 'AgentId, UserId, LocationId, CalendarId, LastSessionId, ApiKey',
  },
})
export class Agent {
  @Int32({ key: 'generated', example: 7 }) AgentId!: number;
  @Int32(upline) Upline1!: number | null;
  @Int32(upline) Upline2!: number | null;
  @Int32(upline) Upline3!: number | null;
  @Int32(upline) Upline4!: number | null;
  @Int32(upline) MVPID!: number | null;
  @Int32(upline) AVPID!: number | null;
  @Int32(upline) RVPID!: number | null;
  @Decimal(9, 2, {
    nullable: true,
    computed: true,
    description: "Today's level. A change adds today's row to the history of levels.",
  })
  AgentLevel!: Decimal | null;
  @Decimal(9, 4, percent) Upline1Percent!: Decimal | null;
  @Decimal(9, 4, percent) Upline2Percent!: Decimal | null;
  @Decimal(9, 4, percent) Upline3Percent!: Decimal | null;
  @Decimal(9, 4, percent) Upline4Percent!: Decimal | null;
  @Decimal(18, 4, { nullable: true }) FactFinderBilling!: Decimal | null;
  @Name(200) Company!: string;
  @Name(200, { title: 'Name', required: 'or set', example: 'Ana Álvarez' }) AgentName!: string;
  @Name(100) FirstName!: string;
  @Name(100) LastName!: string;
  @Text(10) MiddleInitial!: string;
  @Address(200, { title: 'Street' }) Address1!: string;
  @Address(200, { title: 'Street, second line' }) Address2!: string;
  @Address(100) City!: string;
  @Address(50) State!: string;
  @Address(20, { title: 'ZIP code', digits: true }) Zip!: string;
  @Address(100) Country!: string;
  @Email(254) Email!: string;
  @Text(4000) EmailSignature!: string;
  @Phone(50) HomePhone!: string;
  @Phone(50) CellPhone!: string;
  @Phone(50) WorkPhone!: string;
  @Text(50, { digits: true }) AgentNumber!: string;
  @Name(200) ReferringAgent!: string;
  @Name(200) PlacementAgent!: string;
  @Text(100) Package!: string;
  @Name(200) StoreName!: string;
  @Text(16_000) Notes!: string;
  @Name(100) TeamName!: string;
  @Text(50) Rank!: string;
  @Text(50, {
    title: 'Status',
    default: 'Active',
    enum: agentStatuses,
    example: 'Active',
    description: 'Only an Active agent can sign in, use API keys, and receive lines and contacts.',
  })
  AgentStatus!: string;
  @Text(100) Office!: string;
  /** Stored encrypted; the encryption context is `agents.SSN:<AgentId>`. */
  @Text(255, { title: 'Social security number', secret: true, encrypted: true, digits: true }) SSN!: string;
  @Phone(50) Fax!: string;
  @Email(254) BusinessEmail!: string;
  @Text(200, { stamp: true }) ModifiedBy!: string;
  @Text(100) TimeZone!: string;
  @Text(200) DirectPayApprBy!: string;
  @Name(310) FullName!: string;
  @Name(310) ByLastName!: string;
  @Text(100) LastSessionId!: string;
  @Phone(50) SMSPhoneNumber!: string;
  @Text(2000) SchedulerUrl!: string;
  @Flag() InsLicensed!: boolean;
  @Flag() AgreeToDisclosures!: boolean;
  @Flag() IsAgent!: boolean;
  @Flag() IsMVP!: boolean;
  @Flag() IsRVP!: boolean;
  @Flag() IsAVP!: boolean;
  @Flag() IsAdmin!: boolean;
  @Flag() IsBusinessCardAdmin!: boolean;
  @Flag() NBC!: boolean;
  @Flag() LeaderLocked!: boolean;
  @Flag() Vested!: boolean;
  @Flag() IsSecurityLicensed!: boolean;
  @Flag() IsEncompassAdmin!: boolean;
  @Flag() MfaActive!: boolean;
  @Flag() RequireMFA!: boolean;
  @Flag() VerifiedEmailStatus!: boolean;
  @Flag() VerifiedCellPhoneStatus!: boolean;
  @Flag() PasswordUpdated!: boolean;
  @Flag() RestrictToSingleSession!: boolean;
  @Day({ nullable: true }) AgreeToDate!: Day | null;
  @Day({ nullable: true }) PaidDate!: Day | null;
  @DateTime({ nullable: true }) CreatedDate!: DateTime | null;
  @Day({ nullable: true, ofBirth: true, title: 'Date of birth' }) DOB!: Day | null;
  @DateTime({ nullable: true, stamp: true }) ModifiedDate!: DateTime | null;
  @DateTime({ nullable: true }) LastLogin!: DateTime | null;
  @DateTime() LastSubmittedBusinessDate!: DateTime | null;
  @DateTime() GracePeriodDate!: DateTime | null;
  @DateTime() DirectPay!: DateTime | null;
  @Guid({ unique: true, description: 'The user that this agent belongs to.' }) UserId!: Guid | null;
  @Guid() LocationId!: Guid | null;
  @Guid() CalendarId!: Guid | null;
  @Guid({ computed: true, secret: true, description: 'Never sent: an API key is shown only when it is created.' })
  ApiKey!: Guid | null;
  @Nested(() => QueueDefault) QueueDefaults!: QueueDefault | null;
  @ListOf(text(50), { computed: true, description: "Codes of the roles that the agent's user holds." })
  Roles!: string[];
}
