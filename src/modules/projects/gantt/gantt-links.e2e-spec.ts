import { app, post, put, remove, root, start, task, worker } from '../../../../test/support/suites/gantt.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';

beforeAll(start);
afterAll(() => app.close());

const add = (body: object) => post(body, '/links');

describe('links between Gantt tasks', () => {
  it('adds, changes and removes a link', async () => {
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
    const links = (await app.http.get(`${root}/links`).set(worker).expect(200)).body as { id: string }[];
    expect(links.filter(({ id }) => id === body.id)).toEqual([changed.body]);
    expect((await remove(`/links/${body.id}`).expect(200)).body).toEqual(changed.body);
    await remove(`/links/${body.id}`).expect(404);
    await put(`/links/${body.id}`, { type: 1 }).expect(404);
  });

  it('refuses a link that does not connect two different tasks', async () => {
    const a = await task('a');
    expect(fieldErrors(await add({}).expect(400))).toEqual(['source NotEmpty', 'target NotEmpty']);
    expect(fieldErrors(await add({ source: '', target: '99', type: 4 }).expect(400))).toEqual([
      'type InclusiveBetween',
      'source NotEmpty',
      'target Unknown',
    ]);
    await add({ source: a, target: a }).expect(409);
    expect(fieldErrors(await add({ source: '99', target: 'x', type: 0 }).expect(400))).toEqual([
      'source Unknown',
      'target Unknown',
    ]);
    expect(fieldErrors(await add({ source: a, target: a, type: 4 }).expect(400))).toEqual(['type InclusiveBetween']);
    const link = (await add({ source: a, target: await task('b') }).expect(200)).body;
    await put(`/links/${link.id}`, { target: a }).expect(409);
    const { body } = await put(`/links/${link.id}`, { ...link, source: '', target: null, type: 2 }).expect(200);
    expect(body).toEqual({ ...link, type: 2 });
  });

  it('refuses a second identical link, and a link that closes a circle', async () => {
    const [a, b, c] = [await task('a'), await task('b'), await task('c')];
    const first = (await add({ source: a, target: b, type: 0 }).expect(200)).body;
    await add({ source: a, target: b }).expect(409);
    await add({ source: a, target: b, type: 1 }).expect(200);
    await put(`/links/${first.id}`, { type: 1 }).expect(409);
    const second = (await add({ source: b, target: c }).expect(200)).body;
    await add({ source: b, target: a }).expect(409);
    await add({ source: c, target: a }).expect(409);
    await put(`/links/${second.id}`, { source: c, target: a }).expect(200);
    await put(`/links/${first.id}`, { source: a, target: c }).expect(409);
  });

  it('adds one of two links that would close a circle and are sent at the same time', async () => {
    const [a, b] = [await task('a'), await task('b')];
    const answers = await Promise.all([add({ source: a, target: b }), add({ source: b, target: a })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
