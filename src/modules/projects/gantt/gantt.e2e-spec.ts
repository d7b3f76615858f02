import sql from 'sql-template-tag';
import fc from 'fast-check';
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
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { GanttTasksRecordSet } from './gantt.record-set.js';

describe('Gantt', () => {
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
          'id=1714&text=Visit+schools&start_date=2026-03-02+08%3A30%3A00&duration=3&progress=20' +
            '&parent=0&opened=1&open=',
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
      const broken = { parent: '99', job_type_id: 9, end_date: '2026-02-30' };
      const misshapen = { ...broken, type: 'story', progress: 101, details: 7 };
      const round = ['details Invalid', 'type Enum', 'progress InclusiveBetween'];
      const unknown = ['end_date Invalid', 'job_type_id Unknown', 'parent Unknown'];
      const id = await task('a');
      for (const send of [post, (body: object) => put(`/tasks/${id}`, body)]) {
        expect(fieldErrors(await send(misshapen).expect(400))).toEqual(round);
        expect(fieldErrors(await send(broken).expect(400))).toEqual(unknown);
      }
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
      expect(
        (await get('/links')).map((link: { source: string; target: string }) => [link.source, link.target]),
      ).toEqual([[a, c]]);
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
});

describe('links', () => {
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
        'type Enum',
        'source NotEmpty',
      ]);
      await add({ source: a, target: a }).expect(409);
      expect(fieldErrors(await add({ source: '99', target: 'x', type: 0 }).expect(400))).toEqual([
        'source Unknown',
        'target Unknown',
      ]);
      expect(fieldErrors(await add({ source: a, target: a, type: 4 }).expect(400))).toEqual(['type Enum']);
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
});

describe('positions', () => {
  const root = '/v1/webix/gantt/tasks';

  let app: TestApp;
  let worker: { Authorization: string };

  interface Task {
    id: string;
    parent: string;
    position: number;
  }
  const tasks = async (): Promise<Task[]> => (await app.http.get(root).set(worker).expect(200)).body;
  const add = (body: object) => app.http.post(root).set(worker).send(body);
  const put = (path: string, body: object) => app.http.put(`${root}/${path}`).set(worker).send(body);
  const clear = () => app.db.tx(() => app.db.execute(sql`DELETE FROM gantt_tasks`));

  /**
   * Returns the children of each parent in order. Fails unless positions have no gaps and every task descends from the
   * top.
   */
  async function lists(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const { id, parent, position } of await tasks()) {
      const list = found.get(parent) ?? [];
      expect(position).toBe(list.length);
      found.set(parent, [...list, id]);
    }
    const hanging = (parent: string): number => (found.get(parent) ?? []).reduce((sum, id) => sum + 1 + hanging(id), 0);
    expect(hanging('0')).toBe([...found.values()].flat().length);
    return found;
  }

  beforeAll(async () => {
    app = await startApp();
    worker = await app.as('Worker');
  });
  afterAll(() => app.close());

  type Step =
    | { kind: 'add'; parent: number; position?: number }
    | { kind: 'move'; task: number; parent?: number; position?: number }
    | { kind: 'place'; task: number; mode: 'before' | 'after' | 'first' | 'last'; other: number }
    | { kind: 'remove'; task: number };

  const number = fc.nat({ max: 9 });
  const position = fc.option(fc.nat({ max: 6 }), { nil: undefined });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), parent: number, position }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        task: number,
        parent: fc.option(number, { nil: undefined }),
        position,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('place' as const),
        task: number,
        mode: fc.constantFrom('before', 'after', 'first', 'last'),
        other: number,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), task: number }) },
  );

  /** A model of the tree in memory, to compare the service with. */
  class Model {
    readonly lists = new Map<string, string[]>();

    ids(): string[] {
      return [...this.lists.values()].flat();
    }
    parentOf(id: string): string {
      return [...this.lists].find(([, list]) => list.includes(id))![0];
    }
    within(id: string, root: string): boolean {
      return id === root || (id !== '0' && this.within(this.parentOf(id), root));
    }
    put(id: string, parent: string, at = Infinity): void {
      const list = (this.lists.get(parent) ?? []).filter((other) => other !== id);
      list.splice(Math.min(at, list.length), 0, id);
      this.lists.set(parent, list);
    }
    take(id: string): void {
      const parent = this.parentOf(id);
      const rest = this.lists.get(parent)!.filter((other) => other !== id);
      if (rest.length > 0) this.lists.set(parent, rest);
      else this.lists.delete(parent);
    }
    drop(id: string): void {
      for (const child of this.lists.get(id) ?? []) this.drop(child);
      this.take(id);
    }
  }

  async function run(one: Step, model: Model): Promise<void> {
    const ids = model.ids();
    const pick = (index: number): string => ids[index % ids.length];
    const parentAt = (index: number): string => ['0', ...ids][index % (ids.length + 1)];
    if (one.kind === 'add') {
      const parent = parentAt(one.parent);
      const { body } = await add({ parent, position: one.position }).expect(200);
      model.put(body.id, parent, one.position);
      return;
    }
    if (ids.length === 0) return;
    const id = pick(one.task);
    if (one.kind === 'remove') {
      await app.http.delete(`${root}/${id}`).set(worker).expect(200);
      model.drop(id);
      return;
    }
    const from = model.parentOf(id);
    const move = async (path: string, body: object, parent: string, at?: number): Promise<void> => {
      const ring = model.within(parent, id);
      await put(path, body).expect(ring ? 400 : 200);
      if (ring) return;
      model.take(id);
      model.put(id, parent, at);
    };
    if (one.kind === 'move') {
      const parent = one.parent === undefined ? from : parentAt(one.parent);
      const stays = parent === from ? model.lists.get(from)!.indexOf(id) : undefined;
      await move(
        id,
        { parent: one.parent === undefined ? undefined : parent, position: one.position },
        parent,
        one.position ?? stays,
      );
    } else if (one.mode === 'first' || one.mode === 'last') {
      const parent = parentAt(one.other);
      await move(`${id}/position`, { mode: one.mode, parent }, parent, one.mode === 'first' ? 0 : undefined);
    } else {
      const target = pick(one.other);
      if (target === id) return;
      const parent = model.parentOf(target);
      const others = model.lists.get(parent)!.filter((other) => other !== id);
      await move(
        `${id}/position`,
        { mode: one.mode, target },
        parent,
        others.indexOf(target) + (one.mode === 'after' ? 1 : 0),
      );
    }
  }

  it('keeps the positions of siblings dense and ordered through random changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await clear();
        const model = new Model();
        for (const one of steps) await run(one, model);
        expect(Object.fromEntries(await lists())).toEqual(Object.fromEntries(model.lists));
      }),
      { numRuns: 15 },
    );
  });

  it('keeps the positions of siblings dense through simultaneous changes', async () => {
    await clear();
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) ids.push((await add({}).expect(200)).body.id);
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => add({ parent: index % 2 === 0 ? '0' : ids[0], position: index % 3 })),
      ...Array.from({ length: 12 }, (_, index) =>
        put(ids[1 + (index % 5)], { parent: index % 3 === 0 ? '0' : ids[0], position: index % 4 }),
      ),
      ...Array.from({ length: 12 }, (_, index) =>
        put(`${ids[1 + (index % 4)]}/position`, {
          mode: index % 2 === 0 ? 'first' : 'last',
          parent: index % 3 === 0 ? '0' : ids[0],
        }),
      ),
      app.http.delete(`${root}/${ids[5]}`).set(worker),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect([...(await lists()).values()].flat()).toHaveLength(6 + 12 - 1);
  });

  it('refuses one of two simultaneous moves that would put two tasks below each other', async () => {
    for (let round = 0; round < 5; round++) {
      await clear();
      const [a, b, c] = [(await add({})).body.id, (await add({})).body.id, (await add({})).body.id];
      const under = (id: string, parent: string) => put(`${id}/position`, { mode: 'last', parent });
      const answers = await Promise.all([put(a, { parent: b }), under(b, c), under(c, a)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
      await lists();
    }
  });

  it('never adds a task below a task that is removed at the same time', async () => {
    await clear();
    const parent = (await add({})).body.id;
    await Promise.all([
      app.http.delete(`${root}/${parent}`).set(worker),
      ...Array.from({ length: 8 }, () => add({ parent })),
    ]);
    expect(await tasks()).toEqual([]);
  });
});

describe('record set', () => {
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
});
