import fc from 'fast-check';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';

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
