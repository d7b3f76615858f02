import sql from 'sql-template-tag';
import {
  app,
  clear,
  get,
  post,
  put,
  remove,
  root,
  start,
  task,
  worker,
} from '../../../../test/support/suites/gantt.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';

/** The tree as text: `a(b c) d`. */
async function tree(): Promise<string> {
  const tasks: { id: string; parent: string; text: string; position: number }[] = await get('/tasks');
  const below = (parent: string): string =>
    tasks
      .filter((one) => one.parent === parent)
      .map(({ id, text, position }, index) => {
        if (position !== index) throw new Error(`${text} has the position ${position} instead of ${index}.`);
        const children = below(id);
        return children === '' ? text : `${text}(${children})`;
      })
      .join(' ');
  return below('0');
}

beforeAll(async () => {
  await start();
  await store(app, 'JobType', [{ job_type_id: 1, job_type_name: 'Enrolment' }]);
});
afterAll(() => app.close());
beforeEach(clear);

describe('POST', () => {
  it('assigns an id and the defaults to a new task', async () => {
    const { body } = await post({ id: '1714480496000' }).expect(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^\d{1,9}$/),
      type: 'task',
      start_date: '2026-04-30 00:00:00',
      planned_start: '',
      end_date: '2026-05-01 00:00:00',
      planned_end: '',
      text: 'New Task',
      progress: 0,
      parent: '0',
      position: 0,
      duration: 1,
      planned_duration: null,
      details: '',
      open: false,
      opened: 0,
      job_type_id: null,
      job_type_name: '',
      created_by_id: await app.userOf('Worker'),
    });
    expect((await post({ type: 'milestone' }).expect(200)).body).toMatchObject({
      duration: 0,
      end_date: '2026-04-30 00:00:00',
    });
  });

  it('accepts the form that the widget sends', async () => {
    const { body } = await app.http
      .post(`${root}/tasks`)
      .set(worker)
      .type('form')
      .send(
        'id=1714&text=Visit+schools&start_date=2026-03-02+08%3A30%3A00&duration=3&progress=20&parent=0&opened=1&open=',
      )
      .expect(400);
    expect(fieldErrors({ body })).toEqual(['open Invalid']);
    const sent = await app.http
      .post(`${root}/tasks`)
      .set(worker)
      .type('form')
      .send(
        'id=1714&text=Visit+schools&start_date=2026-03-02+08%3A30%3A00&end_date=&duration=3&progress=20&parent=0&' +
          'opened=1',
      )
      .send('planned_start=&planned_end=&planned_duration=&job_type_id=&$level=1')
      .expect(200);
    expect(sent.body).toMatchObject({
      text: 'Visit schools',
      start_date: '2026-03-02 08:30:00',
      end_date: '2026-03-05 08:30:00',
      progress: 20,
      open: true,
      opened: 1,
      planned_duration: null,
      job_type_id: null,
    });
  });

  it('accepts an empty string for a nullable number in JSON', async () => {
    const { body } = await post({ planned_duration: '', job_type_id: '' }).expect(200);
    expect(body).toMatchObject({ planned_duration: null, job_type_id: null });
  });

  it('derives the planned and actual end and duration of a task', async () => {
    const { body } = await post({
      start_date: '2026-03-02T00:00:00Z',
      end_date: '2026-03-05',
      planned_start: '2026-03-01 12:00',
      planned_duration: 2,
    }).expect(200);
    expect(body).toMatchObject({ duration: 3, end_date: '2026-03-05 00:00:00', planned_end: '2026-03-03 12:00:00' });
  });

  it('answers the name of the job type, and stores the creator of the task', async () => {
    const { body } = await post({ job_type_id: 1, job_type_name: 'Mine', created_by_id: 'somebody' }).expect(200);
    expect(body).toMatchObject({ job_type_name: 'Enrolment', created_by_id: await app.userOf('Worker') });
    const changed = await app.http
      .put(`${root}/tasks/${body.id}`)
      .set(await app.as('Administrator'))
      .send({ ...body, created_by_id: 'somebody' })
      .expect(200);
    expect(changed.body).toEqual(body);
  });

  it('reports every bad field of a task', async () => {
    const kinds = await post({
      type: 'story',
      progress: 101,
      duration: -1,
      planned_duration: -1,
      position: -1,
      opened: 2,
    }).expect(400);
    expect(fieldErrors(kinds)).toEqual([
      'type Enum',
      'progress InclusiveBetween',
      'position GreaterThanOrEqual',
      'duration GreaterThanOrEqual',
      'planned_duration GreaterThanOrEqual',
      'opened InclusiveBetween',
    ]);
    const meaning = await post({
      start_date: 'soon',
      planned_start: '2026-03-02',
      planned_end: '2026-03-01',
      job_type_id: 9,
      parent: '99',
    }).expect(400);
    expect(fieldErrors(meaning)).toEqual([
      'start_date Invalid',
      'planned_end GreaterThanOrEqual',
      'job_type_id Unknown',
      'parent Unknown',
    ]);
    expect(fieldErrors(await post({ parent: 'x' }).expect(400))).toEqual(['parent Unknown']);
    const backwards = { start_date: '2026-03-02', end_date: '2026-03-01' };
    expect(fieldErrors(await post(backwards).expect(400))).toEqual(['end_date GreaterThanOrEqual']);
    const both = { type: 'story', progress: 101, details: 7, parent: '99', job_type_id: 9, end_date: '2026-02-30' };
    const round = ['details Invalid', 'type Enum', 'progress InclusiveBetween'];
    const unknown = ['end_date Invalid', 'job_type_id Unknown', 'parent Unknown'];
    expect(fieldErrors(await post(both).expect(400))).toEqual([...round, ...unknown]);
    const id = await task('a');
    expect(fieldErrors(await put(`/tasks/${id}`, both).expect(400))).toEqual([...round, ...unknown]);
    expect(await tree()).toBe('a');
  });

  it('adds a task last or at its position', async () => {
    await task('a');
    await task('b');
    await task('c', '0', { position: 1 });
    await task('d', '0', { position: 0 });
    const { body } = await post({ text: 'e', position: 99 }).expect(200);
    expect(body.position).toBe(4);
    expect(await tree()).toBe('d a c b e');
  });
});

describe('PUT', () => {
  it('changes only the sent fields of a task', async () => {
    const id = await task('a', '0', { start_date: '2026-03-02', duration: 3, details: 'Bring forms.' });
    const { body } = await put(`/tasks/${id}`, { start_date: '2026-03-10 00:00:00' }).expect(200);
    expect(body).toMatchObject({ text: 'a', end_date: '2026-03-13 00:00:00', duration: 3, details: 'Bring forms.' });
    expect((await put(`/tasks/${id}`, { end_date: '2026-03-11' }).expect(200)).body).toMatchObject({ duration: 1 });
    expect((await put(`/tasks/${id}`, { planned_start: '2026-03-01' }).expect(200)).body).toMatchObject({
      start_date: '2026-03-10 00:00:00',
      planned_start: '2026-03-01 00:00:00',
      planned_duration: null,
    });
  });

  it('treats open and opened as one flag, and uses opened if they contradict each other', async () => {
    const id = await task('a');
    expect((await put(`/tasks/${id}`, { open: true }).expect(200)).body).toMatchObject({ open: true, opened: 1 });
    expect((await put(`/tasks/${id}`, { open: true, opened: 0 }).expect(200)).body).toMatchObject({
      open: false,
      opened: 0,
    });
  });

  it('accepts a task that is sent back with one change, and derives the fields that depend on it', async () => {
    const id = await task('a', '0', { start_date: '2026-03-02', duration: 3, planned_start: '2026-03-01' });
    let stored = (await put(`/tasks/${id}`, { planned_duration: 2 }).expect(200)).body;
    for (const [change, after] of [
      [{ open: true }, { opened: 1 }],
      [{ opened: 0 }, { open: false }],
      [{ opened: 1 }, { open: true }],
      [{ open: false }, { opened: 0 }],
      [{ start_date: '2026-03-03 00:00:00' }, { end_date: '2026-03-06 00:00:00' }],
      [{ end_date: '2026-03-07 00:00:00' }, { duration: 4 }],
      [{ duration: 1 }, { end_date: '2026-03-04 00:00:00' }],
      [{ planned_start: '2026-03-02' }, { planned_start: '2026-03-02 00:00:00', planned_end: '2026-03-04 00:00:00' }],
      [{ planned_end: '2026-03-05 00:00:00' }, { planned_duration: 3 }],
      [{ planned_duration: 1 }, { planned_end: '2026-03-03 00:00:00' }],
      [{ start_date: '2026-03-01 00:00:00', end_date: '2026-03-03 00:00:00' }, { duration: 2 }],
    ] as const) {
      const { body } = await put(`/tasks/${id}`, { ...stored, ...change }).expect(200);
      expect(body).toEqual({ ...stored, ...change, ...after });
      stored = body;
    }
  });

  it('refuses a new end and a new duration of a task that contradict each other', async () => {
    const id = await task('a', '0', { start_date: '2026-03-02', duration: 3 });
    const contradicting = await put(`/tasks/${id}`, { end_date: '2026-03-04', duration: 4 }).expect(400);
    expect(fieldErrors(contradicting)).toEqual(['end_date Mismatch']);
    const planned = { planned_start: '2026-03-02', planned_end: '2026-03-03', planned_duration: 3 };
    expect(fieldErrors(await put(`/tasks/${id}`, planned).expect(400))).toEqual(['planned_end Mismatch']);
    const { body } = await put(`/tasks/${id}`, { end_date: '2026-03-06', duration: 4 }).expect(200);
    expect(body).toMatchObject({ end_date: '2026-03-06 00:00:00', duration: 4 });
  });

  it('does not change the start of a task if the client sends an unset start', async () => {
    const { body } = await post({ start_date: '2026-03-02', duration: 3 }).expect(200);
    for (const start_date of ['', null, '0001-01-01 00:00:00'])
      expect((await put(`/tasks/${body.id}`, { ...body, start_date }).expect(200)).body).toEqual(body);
    const longer = await put(`/tasks/${body.id}`, { start_date: '0001-01-01 00:00:00', duration: 4 }).expect(200);
    expect(longer.body).toEqual({ ...body, duration: 4, end_date: '2026-03-06 00:00:00' });
  });

  it('answers 404 for an unknown task', async () => {
    for (const id of ['99', 'x', '0', '99999999999']) await put(`/tasks/${id}`, { text: 'b' }).expect(404);
  });

  it('moves a task with its subtree, and renumbers the siblings in both places', async () => {
    const a = await task('a');
    const b = await task('b');
    await task('c');
    await task('a1', a);
    await task('b1', b);
    await task('b2', b);
    await put(`/tasks/${b}`, { parent: a, position: 0 }).expect(200);
    expect(await tree()).toBe('a(b(b1 b2) a1) c');
    await put(`/tasks/${b}`, { parent: '0' }).expect(200);
    expect(await tree()).toBe('a(a1) c b(b1 b2)');
    await put(`/tasks/${b}`, { position: 1 }).expect(200);
    expect(await tree()).toBe('a(a1) b(b1 b2) c');
    await put(`/tasks/${a}`, { position: 99 }).expect(200);
    expect(await tree()).toBe('b(b1 b2) c a(a1)');
    await put(`/tasks/${a}`, { parent: '0', position: 2, text: 'A' }).expect(200);
    expect(await tree()).toBe('b(b1 b2) c A(a1)');
  });

  it('refuses to move a task below itself', async () => {
    const a = await task('a');
    const b = await task('b', a);
    const c = await task('c', b);
    for (const parent of [a, b, c])
      expect(fieldErrors(await put(`/tasks/${a}`, { parent }).expect(400))).toEqual(['parent Invalid']);
    expect(await tree()).toBe('a(b(c))');
  });
});

describe('PUT position', () => {
  it('moves a task before or after another, and to the first and last position', async () => {
    const [a, b, c] = [await task('a'), await task('b'), await task('c')];
    const a1 = await task('a1', a);
    const place = (id: string, body: object) => put(`/tasks/${id}/position`, body);
    await place(c, { mode: 'before', target: a, parent: '0' }).expect(200);
    expect(await tree()).toBe('c a(a1) b');
    await place(c, { mode: 'after', target: a }).expect(200);
    expect(await tree()).toBe('a(a1) c b');
    await place(a, { mode: 'after', target: b }).expect(200);
    expect(await tree()).toBe('c b a(a1)');
    await place(b, { mode: 'before', target: a1, parent: a }).expect(200);
    expect(await tree()).toBe('c a(b a1)');
    await place(c, { mode: 'last', parent: a }).expect(200);
    expect(await tree()).toBe('a(b a1 c)');
    expect((await place(c, { mode: 'first' }).expect(200)).body).toMatchObject({ id: c, parent: a, position: 0 });
    expect(await tree()).toBe('a(c b a1)');
    await place(c, { mode: 'last', parent: '0' }).expect(200);
    expect(await tree()).toBe('a(b a1) c');
  });

  it('reports every bad field of a move', async () => {
    const a = await task('a');
    const a1 = await task('a1', a);
    const errors = async (body: object) => fieldErrors(await put(`/tasks/${a}/position`, body).expect(400));
    expect(await errors({})).toEqual(['mode NotEmpty']);
    expect(await errors({ mode: 'up' })).toEqual(['mode Enum']);
    expect(await errors({ mode: 'after' })).toEqual(['target NotEmpty']);
    expect(await errors({ mode: 'after', target: '99' })).toEqual(['target Unknown']);
    expect(await errors({ mode: 'after', target: a })).toEqual(['target Invalid']);
    expect(await errors({ mode: 'after', target: a1 })).toEqual(['target Invalid']);
    expect(await errors({ mode: 'first', parent: a1 })).toEqual(['parent Invalid']);
    expect(await errors({ mode: 'first', parent: '99' })).toEqual(['parent Unknown']);
    expect(
      fieldErrors(
        await put(`/tasks/${a1}/position`, { mode: 'before', target: await task('b'), parent: a }).expect(400),
      ),
    ).toEqual(['parent Mismatch']);
    await put('/tasks/99/position', { mode: 'first' }).expect(404);
  });
});

describe('DELETE', () => {
  it('removes a task with its subtree and their links, and closes the gap', async () => {
    const [a, b, c] = [await task('a'), await task('b'), await task('c')];
    const b1 = await task('b1', b);
    const b2 = await task('b2', b1);
    await post({ source: a, target: b2 }, '/links').expect(200);
    await post({ source: b1, target: c }, '/links').expect(200);
    await post({ source: a, target: c }, '/links').expect(200);
    const { body } = await remove(`/tasks/${b}`).expect(200);
    expect(body).toMatchObject({ id: b, text: 'b', position: 1 });
    expect(await tree()).toBe('a c');
    expect((await get('/links')).map((link: { source: string; target: string }) => [link.source, link.target])).toEqual(
      [[a, c]],
    );
    await remove(`/tasks/${b}`).expect(404);
    const [{ Changes }] = await app.db.all<{ Changes: string }>(
      sql`SELECT Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(
      JSON.parse(Changes).map(({ Record, Id, Action }: Record<string, string>) => `${Record} ${Id} ${Action}`),
    ).toEqual(expect.arrayContaining([`GanttTask ${b} Delete`, `GanttTask ${b1} Delete`, `GanttTask ${b2} Delete`]));
  });
});

describe('GET', () => {
  it('lists the tasks as a bare array, by parent and position', async () => {
    const a = await task('a');
    await task('b', '0', { position: 0 });
    await task('a1', a);
    const tasks = await get('/tasks');
    expect(tasks.map(({ text }: { text: string }) => text)).toEqual(['b', 'a', 'a1']);
    const { text } = await app.http.get(`${root}/links.csv`).set(worker).expect(200);
    expect(text).toBe('id,source,target,type\r\n');
    expect(await get('/links')).toEqual([]);
  });
});

it('ignores all fields but the id in a DELETE of a task', async () => {
  const id = await task('stale');
  const { body } = await remove(`/tasks/${id}`).send({ id, progress: 'much', type: 'former', TEXT: '' }).expect(200);
  expect(body).toMatchObject({ id, text: 'stale' });
});
