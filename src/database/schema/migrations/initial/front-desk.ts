import { datetime, double, flag, guid, int32, json, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

const moment = column(datetime, { required: true });

export const frontDeskTables = [
  table(
    'locations',
    {
      LocationId: column(guid, { key: true }),
      ...name('Name', 200),
      Active: flag,
      OpeningHours: json,
      BookingPlaces: int32,
    },
    { indexes: [['NameKey', 'LocationId']] },
  ),
  table('agent_locations', {
    AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
    LocationId: column(guid, { key: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
  }),
  table(
    'stations',
    {
      StationId: column(guid, { key: true }),
      LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
      ...name('Name', 200),
      Open: flag,
      LineIds: text(16_000_000),
      Active: flag,
    },
    { indexes: [['LocationId', 'NameKey', 'StationId']] },
  ),
  table(
    'service_lines',
    {
      Id: column(guid, { key: true }),
      LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
      ...name('Name', 200),
      Description: text(4000),
      ServiceDurationMinutes: int32,
      Cost: double,
      UpperThreshold: int32,
      LowerThreshold: int32,
      Active: flag,
      EntDate: datetime,
      ModDate: datetime,
      SendQuestionnaire: flag,
      RequireUpload: flag,
      UploadMessage: text(4000),
    },
    { indexes: [['LocationId', 'NameKey', 'Id']] },
  ),
  table('line_images', {
    ImageId: column(guid, { key: true }),
    LineId: column(guid, { required: true, references: 'service_lines.Id', onDelete: 'CASCADE' }),
    ImageTitle: text(200),
    UploadDate: datetime,
    MimeType: text(100),
    FileName: text(255),
  }),
  table('line_questions', {
    Id: column(int32, { key: 'generated' }),
    LineId: column(guid, { required: true, references: 'service_lines.Id' }),
    Question: text(1000),
    Active: flag,
  }),
  table('user_locations', {
    UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
    LocationId: column(guid, { key: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
  }),
  table(
    'kiosk_keys',
    {
      KeyId: column(guid, { key: true }),
      LocationId: column(guid, { required: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
      KeyHash: text(64),
      Prefix: text(12),
      CreatedAt: moment,
      ExpiresAt: moment,
      LastUsedAt: datetime,
      RevokedAt: datetime,
      Tries: int32,
      TriesSince: datetime,
    },
    { unique: [['KeyHash']] },
  ),
];
