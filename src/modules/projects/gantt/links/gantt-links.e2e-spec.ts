import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { fieldErrors } from '../../../../../test/support/rows.js';

const root = '/v1/webix/gantt';

let app: TestApp;
let worker: { Authorization: string };
beforeAll(async () => {
  app = await startApp();
  worker = await app.as('Worker');
});
afterAll(() => app.close());

const post = (body: object, path = '/links') =>
  app.http
    .post(root + path)
    .set(worker)
    .send(body);
const put = (path: string, body: object) =>
  app.http
    .put(root + path)
    .set(worker)
    .send(body);
const remove = (path: string) => app.http.delete(root + path).set(worker);
/** A task, by its text: its id. */
const task = async (text: string): Promise<string> => (await post({ text }, '/tasks').expect(200)).body.id;

describe('links', () => {
  it('are added, changed and removed', async () => {
    const [a, b, c] = [await task('a'), await task('b'), await task('c')];
    const { body } = await app.http
      .post(`${root}/links`)
      .set(worker)
      .type('form')
      .send(`id=17&source=${a}&target=${b}&type=3`)
      .expect(200);
    expect(body).toEqual({ id: expect.stringMatching(/^\d{1,9}$/), source: a, target: b, type: 3 });
    const changed = await put(`/links/${body.id}`, { target: c }).expect(200);
    expect(changed.body).toEqual({ ...body, target: c });
    expect((await app.http.get(`${root}/links`).set(worker).expect(200)).body).toEqual([changed.body]);
    expect((await remove(`/links/${body.id}`).expect(200)).body).toEqual(changed.body);
    await remove(`/links/${body.id}`).expect(404);
    await put(`/links/${body.id}`, { type: 1 }).expect(404);
  });

  it('tie two tasks', async () => {
    const a = await task('a');
    expect(fieldErrors(await post({}).expect(400))).toEqual(['source NotEmpty', 'target NotEmpty']);
    expect(fieldErrors(await post({ source: '', target: '99', type: 4 }).expect(400))).toEqual([
      'type InclusiveBetween',
      'source NotEmpty',
      'target Unknown',
    ]);
    expect(fieldErrors(await post({ source: a, target: a }).expect(400))).toEqual(['target Invalid']);
    expect(fieldErrors(await post({ source: '99', target: 'x', type: 0 }).expect(400))).toEqual([
      'source Unknown',
      'target Unknown',
    ]);
    expect(fieldErrors(await post({ source: a, target: a, type: 4 }).expect(400))).toEqual([
      'type InclusiveBetween',
      'target Invalid',
    ]);
    const link = (await post({ source: a, target: await task('b') }).expect(200)).body;
    expect(fieldErrors(await put(`/links/${link.id}`, { target: a }).expect(400))).toEqual(['target Invalid']);
    const { body } = await put(`/links/${link.id}`, { ...link, source: '', target: null, type: 2 }).expect(200);
    expect(body).toEqual({ ...link, type: 2 });
  });
});
