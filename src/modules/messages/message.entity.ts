import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Int64, Name, Text, TextMap } from '../../record/fields.js';
import { channels, kinds, type Channel, type Kind, type Values } from './message-kinds.js';

const states = ['Pending', 'Sent', 'Failed', 'NotSent'] as const;
type MessageState = (typeof states)[number];

/** The fields of a message that responses show. */
export class ListedMessage {
  @Int64({ key: 'generated', example: 1 }) MessageId!: Int64;
  @Text(40, { enum: kinds, example: 'AppointmentMade' }) Kind!: Kind;
  @Text(10, { enum: channels, description: 'Mail or text message.' }) Channel!: Channel;
  @Int32({
    nullable: true,
    references: 'Contact.ContactId',
    onDelete: 'CASCADE',
    description: 'The contact who gets the message; unset if an agent or a user gets it.',
  })
  ContactId!: number | null;
  @Name(200, { computed: true, namesPerson: true, example: 'Ada Lovelace' }) ContactName!: string;
  @Int32({ nullable: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number | null;
  @Name(200, { computed: true, example: 'Ana Álvarez' }) AgentName!: string;
  @Guid({ references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid | null;
  @Text(50, { example: 'Appointment', description: 'Kind of the record that the message is about.' }) Record!: string;
  @Text(64, { example: '3' }) RecordId!: string;
  @Text(254, { personal: true, description: 'E-mail address, or telephone number in E.164 form.' }) Recipient!: string;
  @Text(10, {
    enum: states,
    description:
      'Pending: waits for the next try. Sent: accepted by the mail server or the gateway. Failed: refused ' +
      'permanently, or not accepted in time. NotSent: not tried, for the reason in LastError.',
  })
  State!: MessageState;
  @Int32() Tries!: number;
  @Text(500, { description: 'Why the last try failed, or why the message is not sent.' }) LastError!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @DateTime({ description: 'Time of the next try of a Pending message.' }) NextTryAt!: DateTime | null;
  @DateTime() SentAt!: DateTime | null;
}

/**
 * A message to a person: a row of the outbox, written in the transaction of the change that it announces. The
 * messages about one record have increasing MessageIds in the order of the changes of the record.
 */
@Table('messages', {
  indexes: [
    ['State', 'Channel', 'NextTryAt', 'MessageId'],
    ['CreatedAt', 'MessageId'],
    ['Record', 'RecordId', 'MessageId'],
    ['WayOutHash'],
  ],
  unique: [['OnceKey']],
  audited: false,
  ofPerson: 'remove',
})
export class Message extends ListedMessage {
  @TextMap({ personal: true }) Values!: Values;
  @DateTime({ required: true }) GiveUpAt!: DateTime;
  /**
   * Number of times that a user has resent the message when it was no longer Pending. The id that the mail server or
   * the gateway gets contains this number, so that a resent message does not count as a duplicate.
   */
  @Int32() Resends!: number;
  /** A key that only one message can have. Any number of messages have no key (null). */
  @Text(150, { nullable: true }) OnceKey!: string | null;
  /** SHA-256 of the token in the unsubscribe link. */
  @Column({ type: 'varchar', length: 64, nullable: true }) WayOutHash!: string | null;
}
