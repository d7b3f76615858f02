import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Int64, Text, TextMap } from '../../record/fields.js';
import { channels, kinds, type Channel, type Kind, type Values } from './message-kinds.js';

const states = ['Pending', 'Sent', 'Failed', 'NotSent'] as const;
type MessageState = (typeof states)[number];

/** A message as lists show it. */
export class ListedMessage {
  @Int64({ key: 'generated', example: 1 }) MessageId!: Int64;
  @Text(40, { enum: kinds, example: 'AppointmentMade' }) Kind!: Kind;
  @Text(10, { enum: channels, description: 'Mail or text message.' }) Channel!: Channel;
  @Int32({
    nullable: true,
    references: 'Contact.ContactId',
    onDelete: 'CASCADE',
    description: 'The receiver; unset: an agent or a user.',
  })
  ContactId!: number | null;
  @Int32({ nullable: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number | null;
  @Guid({ references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid | null;
  @Text(50, { example: 'Appointment', description: 'Kind of the record that the message is about.' }) Record!: string;
  @Text(64, { example: '3' }) RecordId!: string;
  @Text(254, { personal: true, description: 'E-mail address or telephone number.' }) Recipient!: string;
  @Text(10, {
    enum: states,
    description:
      'Pending: waits for its next try. Sent: the mail server or the gateway took it. Failed: refused for good, or ' +
      'not taken in time. NotSent: see LastError.',
  })
  State!: MessageState;
  @Int32() Tries!: number;
  @Text(500, { description: 'Why the last try failed, or why the message is not sent.' }) LastError!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @DateTime({ description: 'Of a Pending message.' }) NextTryAt!: DateTime | null;
  @DateTime() SentAt!: DateTime | null;
}

/**
 * A message to a person: a row of the outbox, written in the transaction of the change that it tells of. The rows about
 * a record have rising ids in the order of its changes.
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
  /** Values for the template. */
  @TextMap({ personal: true }) Values!: Values;
  @DateTime({ required: true }) GiveUpAt!: DateTime;
  /** How often it was sent again on request: each time is another message for the receiver. */
  @Int32() Resends!: number;
  /** Two messages with the same text here would be the same message; null: any number is allowed. */
  @Text(150, { nullable: true }) OnceKey!: string | null;
  /** SHA-256 of the token with which the receiver asks for no more messages. */
  @Column({ type: 'varchar', length: 64, nullable: true }) WayOutHash!: string | null;
}
