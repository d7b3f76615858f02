import { text } from '../../record/field-types.js';
import { Flag, Int32, ListOf, Text } from '../../record/fields.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { CallingUser } from '../sign-in/auth.records.js';

export class MeResponse extends CallingUser {
  @ListOf(text(100), { description: 'The names of Roles, in the same order, for people.' }) RoleNames!: string[];
  @Flag({ description: 'Whether sign-in needs a one-time code.' }) MfaActive!: boolean;
  @ListOf(text(100), {
    description:
      'The operations that the caller may call, by the operationIds of this document. The scope of the caller ' +
      'decides which records they show.',
  })
  Operations!: string[];
  @Text(64, { example: 'America/New_York', description: 'The time zone of the business: an IANA name.' })
  TimeZone!: string;
  @Text(10, { example: '2026-04-30', description: 'The current day in TimeZone.' }) Today!: string;
  @Int32({ example: 24, description: "Hours after which an agent's lock on a contact expires." }) LockHours!: number;
  @Text(2, { example: 'US', description: 'The country of telephone numbers without a country code: ISO 3166.' })
  Country!: string;
  @Status() ResponseStatus!: ResponseStatus;
}
