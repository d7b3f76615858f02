import { datetime, double, flag, guid, int32, int64, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

/** Locations, their stations and service lines, and the lines' questions. */
export const lineTables = [
  table('locations', { LocationId: column(guid, { key: true }), Name: text(200), Active: flag }),
  table('agent_locations', {
    AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
    LocationId: column(guid, { key: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
  }),
  table('stations', {
    StationId: column(guid, { key: true }),
    LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
    Name: text(200),
    Open: flag,
    LineIds: text(16_000_000),
    Active: flag,
  }),
  table('service_lines', {
    Id: column(guid, { key: true }),
    LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
    Name: text(200),
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
  }),
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
  table('queue_changes', { LocationId: column(guid, { key: true }), Changes: int64 }),
];
