import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../app/app.js';

/** The state of a suite of the Gantt widget after `start`. */
export let app: TestApp;
export let worker: { Authorization: string };

export async function start(): Promise<void> {
  app = await startApp({ CLOCK: '2026-04-30T12:34:56Z' });
  worker = await app.as('Worker');
}

/** Removes all tasks and links before each test. */
export const clear = (): Promise<void> =>
  app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM gantt_links`);
    await app.db.execute(sql`DELETE FROM gantt_tasks`);
  });

export const root = '/v1/webix/gantt';

export const get = async (path: string) =>
  (
    await app.http
      .get(root + path)
      .set(worker)
      .expect(200)
  ).body;
export const post = (body: object, path = '/tasks') =>
  app.http
    .post(root + path)
    .set(worker)
    .send(body);
export const put = (path: string, body: object) =>
  app.http
    .put(root + path)
    .set(worker)
    .send(body);
export const remove = (path: string) => app.http.delete(root + path).set(worker);

/** Adds a task with that text; returns its id. */
export async function task(text: string, parent = '0', more: object = {}): Promise<string> {
  return (await post({ text, parent, ...more }).expect(200)).body.id;
}
