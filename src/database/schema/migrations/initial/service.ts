import { datetime, guid, int32, int64, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

export const serviceTables = [
  table('migration_lock', {
    Name: column(text(100), { key: true }),
    Owner: text(200),
    ExpiresAt: int64,
  }),
  table('job', {
    Name: column(text(100), { key: true }),
    Holder: text(200),
    HeldUntil: column(datetime, { required: true }),
    LastRun: datetime,
    LastError: text(1000),
  }),
  table('service_meta', { Name: column(text(100), { key: true }), Value: text(4000) }),
  table(
    'audit',
    {
      AuditId: column(int64, { key: 'generated' }),
      At: column(datetime, { required: true }),
      UserId: guid,
      Operation: text(100),
      Record: text(100),
      RecordId: text(200),
      RequestId: text(100),
      Changes: text(16_000_000),
    },
    {
      indexes: [['At'], ['UserId', 'At'], ['Record', 'At'], ['RecordId', 'At'], ['RequestId'], ['RecordId', 'Record']],
    },
  ),
  table(
    'audit_records',
    {
      AuditId: column(int64, { key: true }),
      Record: column(text(100), { key: true }),
      RecordId: column(text(200), { key: true }),
    },
    {
      indexes: [
        ['RecordId', 'Record', 'AuditId'],
        // This index finds the newest audit entries about a kind of record.
        ['Record', 'AuditId'],
      ],
    },
  ),
  table(
    'audit_values',
    {
      Digest: column(text(43), { key: true }),
      AuditId: column(int64, { required: true }),
      Owner: text(200),
      Sealed: text(16_000_000),
    },
    { indexes: [['AuditId'], ['Owner']] },
  ),
  table(
    'idempotency_keys',
    {
      UserId: column(guid, { key: true }),
      Key: column(text(255), { key: true }),
      RequestHash: text(64),
      AnswerSize: int32,
      Answer: text(16_000_000),
      CreatedAt: column(datetime, { required: true }),
    },
    { indexes: [['CreatedAt'], ['UserId', 'AnswerSize']] },
  ),
];
