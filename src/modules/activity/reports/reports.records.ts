import { Double, Int32, Name, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';

/** The numbers of an agent's contacts. */
export class ContactReport {
  @Int32({ example: 7, description: '0 for the contacts without an agent.' }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Int32({ example: 120, description: 'Contacts that are not deleted.' }) Contacts!: number;
  @Int32({ example: 96, description: 'Contacts that are Active.' }) Active!: number;
  @Int32({ example: 14, description: 'Active contacts without LastContact, except those marked DoNotContact.' })
  NeverContacted!: number;
  @Double({
    nullable: true,
    example: 41.5,
    description:
      'Median of the days from LastContact to today, over the active contacts that have a LastContact and are not ' +
      'marked DoNotContact; null if the agent has none.',
  })
  NeglectedDays!: number | null;
}

export class ContactReportResponse extends responseOf('Report', ContactReport) {}

/** The numbers of the activities of one type that an agent logged in one month. */
export class ActivityReport {
  @Text(7, { example: '2026-03', description: 'The month of the business day of StartDate.' }) Month!: string;
  @Int32({ example: 7, description: '0 if Administrators without an agent logged the activities.' }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Int32({ example: 3 }) EventTypeId!: number;
  @Name(100, { example: 'Follow-up call' }) EventTypeName!: string;
  @Name(50, { example: 'Outreach' }) EventCategory!: string;
  @Int32({ example: 31 }) Activities!: number;
  @Int32({ example: 24, description: 'Different contacts of these activities.' }) Contacts!: number;
}

export class ActivityReportResponse extends responseOf('Report', ActivityReport) {}
