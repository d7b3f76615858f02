import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';

type Item = Record<string, string | number | boolean | null>;

/** Encodes an item like Webix's `rest` proxy: a form without fields that begin with $, null as empty text. */
function form(item: Item): string {
  const fields = Object.entries(item).filter(([name]) => !name.startsWith('$'));
  return fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? '')}`).join('&');
}

/** Imitates Webix's `rest` proxy for one collection: verbs, URLs, encoding. */
class RestProxy {
  constructor(
    private readonly source: string,
    private readonly headers: Record<string, string>,
  ) {}

  load(): Promise<Item[]> {
    return this.send<Item[]>('GET', this.source);
  }
  /** The proxy posts to the collection with a trailing slash, without the temporary id. */
  insert({ id: _, ...item }: Item): Promise<Item> {
    return this.send('POST', `${this.source}/`, item);
  }
  update(item: Item): Promise<Item> {
    return this.send('PUT', `${this.source}/${String(item.id)}`, item);
  }
  remove(item: Item): Promise<Item> {
    return this.send('DELETE', `${this.source}/${String(item.id)}`, item);
  }
  move(id: Item['id'], position: Item): Promise<Item> {
    return this.send('PUT', `${this.source}/${String(id)}/position`, position);
  }

  private async send<T = Item>(method: string, url: string, item?: Item): Promise<T> {
    const type = item && { 'Content-Type': 'application/x-www-form-urlencoded' };
    const headers = { ...this.headers, 'X-Requested-With': 'XMLHttpRequest', ...type };
    const response = await fetch(url, { method, headers, body: item && form(item) });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text) as T;
  }
}

let app: TestApp;
let tasks: RestProxy;
let links: RestProxy;

beforeAll(async () => {
  app = await startDemo();
  const headers = await asDemoUser(app, 'agent@demo.test');
  tasks = new RestProxy(`${app.url}/v1/webix/gantt/tasks`, headers);
  links = new RestProxy(`${app.url}/v1/webix/gantt/links`, headers);
});
afterAll(() => app.close());

/** The item that the widget creates after a click on "add task", before it is sent. */
const fresh: Item = {
  id: '1732183500001',
  $count: 0,
  $level: 1,
  text: 'New Task',
  type: 'task',
  start_date: '2026-03-02 00:00:00',
  end_date: '2026-03-03 00:00:00',
  duration: 1,
  planned_duration: null,
  job_type_id: null,
  progress: 0,
  parent: '0',
  open: true,
  details: '',
};

it('Webix Gantt loads bare lists', async () => {
  const loaded = await tasks.load();
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded[0]).toMatchObject({
    id: expect.any(String),
    start_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  expect(Array.isArray(await links.load())).toBe(true);
});

it('Webix Gantt inserts a task, and uses the id of the server', async () => {
  const added = await tasks.insert(fresh);
  expect(added.id).not.toBe(fresh.id);
  expect(added).toMatchObject({
    text: 'New Task',
    duration: 1,
    planned_duration: null,
    job_type_id: null,
    parent: '0',
  });
  expect(await tasks.load()).toContainEqual(added);
});

it('Webix Gantt updates a task with the whole loaded item', async () => {
  const added = await tasks.insert(fresh);
  const changed = await tasks.update({ ...added, text: 'Größer & weiter = 100 %', progress: 40, duration: 3 });
  expect(changed).toMatchObject({
    id: added.id,
    text: 'Größer & weiter = 100 %',
    progress: 40,
    created_by_id: added.created_by_id,
  });
  const again = await tasks.update(changed);
  expect(again).toEqual(changed);
});

it('Webix Gantt moves a task among siblings and under another task', async () => {
  const parent = await tasks.insert({ ...fresh, type: 'project', text: 'Parent' });
  const first = await tasks.insert({ ...fresh, parent: String(parent.id), text: 'First' });
  const second = await tasks.insert({ ...fresh, parent: '0', text: 'Second' });
  await tasks.move(second.id, { mode: 'first', target: '0', parent: String(parent.id) });
  const below = (await tasks.load()).filter(({ parent: of }) => of === parent.id);
  expect(below.map(({ id, position }) => [id, position])).toEqual([
    [second.id, 0],
    [first.id, 1],
  ]);
  await tasks.move(second.id, { mode: 'after', target: String(first.id), parent: String(parent.id) });
  const moved = (await tasks.load()).filter(({ parent: of }) => of === parent.id);
  expect(moved.map(({ id }) => id)).toEqual([first.id, second.id]);
});

it('Webix Gantt splits a task into subtasks with several operations', async () => {
  const whole = await tasks.insert({ ...fresh, duration: 4 });
  const parts = [];
  for (const start_date of ['2026-03-02 00:00:00', '2026-03-05 00:00:00'])
    parts.push(await tasks.insert({ ...fresh, start_date, end_date: '', parent: String(whole.id), mode: 'split' }));
  expect(await tasks.update({ ...whole, type: 'split' })).toMatchObject({ id: whole.id, type: 'split' });
  const below = (await tasks.load()).filter(({ parent }) => parent === whole.id);
  expect(below.map(({ id, position }) => [id, position])).toEqual(parts.map(({ id }, place) => [id, place]));
  await expect(tasks.update({ ...whole, id: `${String(whole.id)}/split` })).rejects.toThrow('NotFound');
});

it('Webix Gantt links tasks, and removes a task with its subtasks and links', async () => {
  const source = await tasks.insert(fresh);
  const target = await tasks.insert({ ...fresh, parent: String(source.id) });
  const link = await links.insert({ id: 'temp', source: String(source.id), target: String(target.id), type: 0 });
  expect(await links.update({ ...link, type: 1 })).toMatchObject({ id: link.id, type: 1 });
  expect(await tasks.remove(source)).toMatchObject({ id: source.id });
  const left = (await tasks.load()).map(({ id }) => id);
  expect(left).not.toContain(target.id);
  expect((await links.load()).map(({ id }) => id)).not.toContain(link.id);
});
