import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, json, text } from './column-kinds.js';
import {
  addColumns,
  addIndex,
  column,
  createTable,
  dropIndex,
  dropTable,
  requireColumn,
  table,
} from './table-definition.js';

const byLine = ['LineId', 'StartDate', 'AppointmentId'];

/** Each table comes after the tables that it refers to. */
const tables = [
  table('booking_rules', {
    LineId: column(guid, { key: true, references: 'service_lines.Id', onDelete: 'CASCADE' }),
    Bookable: flag,
    Places: int32,
    Hours: json,
    EventTypeId: column(int32, { required: true, references: 'event_types.EventTypeId' }),
    AgentId: column(int32, { nullable: true, references: 'agents.AgentId' }),
    NoticeMinutes: int32,
    DaysAhead: int32,
    LateMinutes: int32,
    Instructions: text(1000),
  }),
  table(
    'special_days',
    {
      SpecialDayId: column(int32, { key: 'generated' }),
      LocationId: column(guid, { nullable: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
      FirstDay: column(datetime, { required: true }),
      LastDay: column(datetime, { required: true }),
      From: text(5),
      To: text(5),
      Name: text(100),
      NameKey: column(text(100), { nullable: true }),
    },
    { indexes: [['LastDay', 'SpecialDayId']] },
  ),
  table(
    'booking_holds',
    {
      TokenHash: column(text(64), { key: true }),
      FormId: column(guid, { required: true, unique: true }),
      LineId: column(guid, { required: true, references: 'service_lines.Id', onDelete: 'CASCADE' }),
      StartDate: column(datetime, { required: true }),
      EndDate: column(datetime, { required: true }),
      EmailHash: text(64),
      Details: text(10_000),
      CreatedAt: column(datetime, { required: true }),
      ExpiresAt: column(datetime, { required: true }),
      AppointmentId: column(int32, {
        nullable: true,
        references: 'appointments.AppointmentId',
        onDelete: 'CASCADE',
      }),
    },
    { indexes: [['LineId', 'StartDate'], ['EmailHash', 'ExpiresAt'], ['CreatedAt']] },
  ),
];

/** Makes appointments bookings of lines: places, opening hours, special days, and the visits of booked customers. */
export class Bookings1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'locations', {
      OpeningHours: { ...json, nullable: true },
      BookingPlaces: { ...int32, nullable: true },
    });
    await runner.query(`UPDATE locations SET OpeningHours = '[]' WHERE OpeningHours IS NULL`);
    await runner.query('UPDATE locations SET BookingPlaces = 0 WHERE BookingPlaces IS NULL');
    await requireColumn(runner, 'locations', 'OpeningHours', json);
    await requireColumn(runner, 'locations', 'BookingPlaces', int32);
    await addColumns(runner, 'appointments', {
      LineId: column(guid, { nullable: true, references: 'service_lines.Id' }),
      Code: column(text(8), { nullable: true }),
      BookedBy: column(text(10), { nullable: true }),
      ArrivedTime: datetime,
      CheckInId: guid,
      Overbooked: { ...flag, nullable: true },
    });
    await runner.query('UPDATE appointments SET Overbooked = 0 WHERE Overbooked IS NULL');
    await runner.query(`UPDATE appointments SET BookedBy = '' WHERE BookedBy IS NULL`);
    await requireColumn(runner, 'appointments', 'BookedBy', text(10));
    await requireColumn(runner, 'appointments', 'Overbooked', flag);
    const known = await runner.getTable('appointments');
    if (!known?.indices.some(({ columnNames }) => columnNames.join() === 'Code'))
      await runner.createIndex('appointments', new TableIndex({ columnNames: ['Code'], isUnique: true }));
    await addIndex(runner, 'appointments', byLine);
    await addColumns(runner, 'checkins', {
      AppointmentId: column(int32, {
        nullable: true,
        references: 'appointments.AppointmentId',
        onDelete: 'SET NULL',
      }),
      BookedFor: datetime,
    });
    for (const each of tables) await createTable(runner, each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables.toReversed()) await dropTable(runner, name);
    await dropColumns(runner, 'checkins', ['AppointmentId', 'BookedFor']);
    await dropIndex(runner, 'appointments', byLine);
    await dropColumns(runner, 'appointments', [
      ...['LineId', 'Code', 'BookedBy', 'ArrivedTime', 'CheckInId', 'Overbooked'],
    ]);
    await dropColumns(runner, 'locations', ['OpeningHours', 'BookingPlaces']);
  }
}

/** Drops the columns with their foreign keys and the indexes of one column each. */
async function dropColumns(runner: QueryRunner, name: string, columns: readonly string[]): Promise<void> {
  for (const dropped of columns) {
    const known = await runner.getTable(name);
    const isOf = ({ columnNames }: { columnNames: string[] }): boolean => columnNames.join() === dropped;
    for (const key of known?.foreignKeys.filter(isOf) ?? []) await runner.dropForeignKey(name, key);
    for (const index of known?.indices.filter(isOf) ?? []) await runner.dropIndex(name, index);
    await runner.dropColumn(name, dropped);
  }
}
