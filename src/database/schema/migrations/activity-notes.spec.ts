import { DataSource } from 'typeorm';
import { scratchDb, onServer, type ScratchDb } from '../../../../test/support/database/scratch-db.js';
import { ActivityNotes1764208000000 } from './1764208000000-activity-notes.js';
import { Initial1764000000000 } from './1764000000000-initial.js';

let scratch: ScratchDb;
beforeAll(async () => {
  scratch = await scratchDb({ empty: true });
});
afterAll(() => scratch.close());

it('the migration keeps activities and due activities, and can run again', async () => {
  const dataSource: DataSource = scratch.dataSource;
  const runner = dataSource.createQueryRunner();
  // The adapter turns foreign keys off before migrations, too.
  if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
  await new Initial1764000000000().up(runner);
  const time = "'2026-05-01T12:00:00.0000000'";
  await runner.query("INSERT INTO event_types VALUES (1, 'Call', 'Service', 1)");
  await runner.query("INSERT INTO contacts (ContactId, Name) VALUES (1, 'Ada')");
  await runner.query(
    `INSERT INTO activities (ActivityId, ContactId, EventTypeId, StartDate) VALUES (1, 1, 1, ${time})`,
  );
  await runner.query(`INSERT INTO appointments (ActivityId, StartDate) VALUES (1, ${time})`);
  const migration = new ActivityNotes1764208000000();
  await migration.up(runner);
  await migration.up(runner);
  const due = await runner.query('SELECT ActivityId FROM due_activities');
  const activities = await runner.query('SELECT ActivityId, Outcome, Note, LoggedAt FROM activities');
  expect([due, activities]).toMatchObject([
    [{ ActivityId: 1 }],
    [{ ActivityId: 1, Outcome: '', Note: '', LoggedAt: null }],
  ]);
  expect(await runner.hasTable('appointments')).toBe(false);
  await runner.release();
});
