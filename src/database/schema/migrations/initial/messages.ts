import { datetime, guid, int32, int64, json, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

export const messageTables = [
  table(
    'messages',
    {
      MessageId: column(int64, { key: 'generated' }),
      Kind: text(40),
      Channel: text(10),
      ContactId: column(int32, { nullable: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
      AgentId: column(int32, { nullable: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
      UserId: column(guid, { references: 'users.UserId', onDelete: 'CASCADE' }),
      Record: text(50),
      RecordId: text(64),
      Recipient: text(254),
      State: text(10),
      Tries: int32,
      LastError: text(500),
      CreatedAt: column(datetime, { required: true }),
      NextTryAt: datetime,
      SentAt: datetime,
      Values: json,
      GiveUpAt: column(datetime, { required: true }),
      Resends: int32,
      OnceKey: column(text(150), { nullable: true }),
      WayOutHash: column(text(64), { nullable: true }),
    },
    {
      unique: [['OnceKey']],
      indexes: [
        // This index finds the messages whose next try is due.
        ['State', 'Channel', 'NextTryAt', 'MessageId'],
        ['CreatedAt', 'MessageId'],
        ['Record', 'RecordId', 'MessageId'],
        ['WayOutHash'],
      ],
    },
  ),
  table('message_templates', {
    Kind: column(text(40), { key: true }),
    Language: column(text(5), { key: true }),
    Subject: text(200),
    Body: text(4000),
    Short: text(500),
  }),
  table(
    'password_links',
    {
      TokenHash: column(text(64), { key: true }),
      UserId: column(guid, { required: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      ExpiresAt: column(datetime, { required: true }),
    },
    { indexes: [['ExpiresAt']] },
  ),
];
