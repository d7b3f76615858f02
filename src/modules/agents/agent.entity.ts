import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Decimal, Flag, Guid, Int32, ListOf, Nested, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { QueueDefault } from './agents.records.js';

const upline = { nullable: true, description: 'AgentId of an agent whose downline this one is in.' };
const percent = { nullable: true, min: 0, max: 100 };

/** An agent of the agency. Whoever an agent names as upline, MVP, AVP or RVP has that agent in the own downline. */
@Table('agents', {
  indexes: [['AgentNameKey'], ['Upline1'], ['Upline2'], ['Upline3'], ['Upline4'], ['MVPID'], ['AVPID'], ['RVPID']],
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
  @Decimal(9, 4, { nullable: true }) AgentLevel!: Decimal | null;
  @Decimal(9, 4, percent) Upline1Percent!: Decimal | null;
  @Decimal(9, 4, percent) Upline2Percent!: Decimal | null;
  @Decimal(9, 4, percent) Upline3Percent!: Decimal | null;
  @Decimal(9, 4, percent) Upline4Percent!: Decimal | null;
  @Decimal(18, 4, { nullable: true }) FactFinderBilling!: Decimal | null;
  @Text(200) Company!: string;
  @Text(200, { required: true, example: 'Ana Álvarez' }) AgentName!: string;
  @Text(100) FirstName!: string;
  @Text(100) LastName!: string;
  @Text(10) MiddleInitial!: string;
  @Text(200) Address1!: string;
  @Text(200) Address2!: string;
  @Text(100) City!: string;
  @Text(50) State!: string;
  @Text(20) Zip!: string;
  @Text(100) Country!: string;
  @Text(254) Email!: string;
  @Text(4000) EmailSignature!: string;
  @Text(50) HomePhone!: string;
  @Text(50) CellPhone!: string;
  @Text(50) WorkPhone!: string;
  @Text(50) AgentNumber!: string;
  @Text(200) ReferringAgent!: string;
  @Text(200) PlacementAgent!: string;
  @Text(100) Package!: string;
  @Text(200) StoreName!: string;
  @Text(16_000) Notes!: string;
  @Text(100) TeamName!: string;
  @Text(50) Rank!: string;
  @Text(50, { default: 'Active', example: 'Active', description: '`Active`; any other text is an agent who is not.' })
  AgentStatus!: string;
  @Text(100) Office!: string;
  /** The column holds the encrypted form; its context is `agents.SSN:<AgentId>`. */
  @Text(255, { secret: true, sealed: true }) SSN!: string;
  @Text(50) Fax!: string;
  @Text(254) BusinessEmail!: string;
  @Text(200) ModifiedBy!: string;
  @Text(100) TimeZone!: string;
  @Text(200) DirectPayApprBy!: string;
  @Text(310) FullName!: string;
  @Text(310) ByLastName!: string;
  @Text(100) LastSessionId!: string;
  @Text(50) SMSPhoneNumber!: string;
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
  @DateTime({ nullable: true }) AgreeToDate!: DateTime | null;
  @DateTime({ nullable: true }) PaidDate!: DateTime | null;
  @DateTime({ nullable: true }) CreatedDate!: DateTime | null;
  @DateTime({ nullable: true }) DOB!: DateTime | null;
  @DateTime({ nullable: true }) ModifiedDate!: DateTime | null;
  @DateTime({ nullable: true }) LastLogin!: DateTime | null;
  @DateTime() LastSubmittedBusinessDate!: DateTime | null;
  @DateTime() GracePeriodDate!: DateTime | null;
  @DateTime() DirectPay!: DateTime | null;
  @Guid({ unique: true, description: 'The user whose own agent this is.' }) UserId!: Guid | null;
  @Guid() LocationId!: Guid | null;
  @Guid() CalendarId!: Guid | null;
  @Guid({ computed: true, secret: true, description: 'Never sent: a key is shown once, when it is made.' })
  ApiKey!: Guid | null;
  @Nested(() => QueueDefault) QueueDefaults!: QueueDefault | null;
  @ListOf(text(50), { computed: true, description: "Codes of the roles that the agent's user holds." })
  Roles!: string[];
  /** What AgentName sorts by; see record/values/folded.ts. */
  @Column({ type: 'varchar', length: '200', nullable: true }) AgentNameKey!: string | null;
}
