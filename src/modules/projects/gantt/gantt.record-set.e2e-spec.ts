import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { GanttTasksRecordSet } from './gantt.record-set.js';

const start = '2026-03-02T00:00:00.0000000';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const save = (...records: Record<string, unknown>[]) => app.db.tx(() => app.get(GanttTasksRecordSet).save(records));
const tasks = async () => (await app.http.get('/v1/webix/gantt/tasks').set(await app.as('Worker'))).body;

it('derives the end of an imported task from start and days, and the days from start and end', async () => {
  await save(
    { id: 1, start_date: start, duration: 3, planned_start: start, planned_duration: 2 },
    { id: 2, start_date: start, end_date: '2026-03-04T00:00:00.0000000', parent: 1 },
    { id: 3, start_date: start, type: 'milestone' },
  );
  expect(await tasks()).toMatchObject([
    { id: '1', end_date: '2026-03-05 00:00:00', planned_end: '2026-03-04 00:00:00', position: 0 },
    { id: '3', end_date: '2026-03-02 00:00:00', duration: 0, position: 1 },
    { id: '2', duration: 2, planned_duration: null, parent: '1', position: 0 },
  ]);
  await save({ id: 1, duration: 1 }, { id: 4, start_date: start, duration: 1 });
  expect(await tasks()).toMatchObject([
    { id: '1', end_date: '2026-03-03 00:00:00', planned_end: '2026-03-04 00:00:00', position: 0 },
    { id: '3', position: 1 },
    { id: '4', position: 2 },
    { id: '2' },
  ]);
  await expect(save({ id: 1, end_date: '2026-03-01T00:00:00.0000000' })).rejects.toMatchObject({ status: 400 });
});
