import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { JwtService } from '@nestjs/jwt';
import { appendQueryString, JsonServiceClient, type IReturn } from '@servicestack/client';
import type { TestApp } from '../support/app/app.js';
import { demoPassword, startDemo, asDemoUser } from '../support/app/demo-app.js';
import { front, plain } from './front-ends.js';
import { BearerTokensService } from '../../src/auth/sessions/bearer-tokens.service.js';
import type { SystemClock } from '../../src/context/system-clock.js';

describe('TypeScript client', () => {
  const root = join(__dirname, '../..');
  const packed = join(root, 'clients/typescript');

  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'agency-package-'));
  const promisified = (file: string, args: string[], options: { cwd?: string } = {}) =>
    promisify(execFile)(file, args, options);
  /** Runs a program. If it fails, the error contains its whole output. */
  async function run(...call: Parameters<typeof promisified>): Promise<{ stdout: string }> {
    try {
      return await promisified(...call);
    } catch (error) {
      const { message, stdout } = error as Error & { stdout: string };
      throw new Error(`${message}\n${stdout}`);
    }
  }
  // Do not use blocking calls, because the service runs in this process.
  const tool = (path: string, ...parameters: string[]): Promise<{ stdout: string }> =>
    run(process.execPath, [join(root, 'node_modules', path), ...parameters], { cwd: folder });

  beforeAll(async () => {
    app = await startDemo();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('the client has the types of openapi.json (npm run openapi updates them)', async () => {
    await run(process.execPath, [join(root, 'scripts/types.js'), join(folder, 'generated.ts')]);
    const committed = readFileSync(join(packed, 'schema.d.ts'), 'utf8');
    // Compare outside expect(), because a diff of twenty thousand lines is useless.
    expect(committed === readFileSync(join(folder, 'generated.ts'), 'utf8')).toBe(true);
  });

  it('the committed dist is the compiled client, so that a clone needs no compiler (npm run client)', async () => {
    const made = join(folder, 'dist');
    await run(process.execPath, [join(root, 'scripts/client.js'), made]);
    const textsOf = (path: string): string[] =>
      readdirSync(path).map((name) => `${name}\n${readFileSync(join(path, name), 'utf8')}`);
    expect(textsOf(join(packed, 'dist'))).toEqual(textsOf(made));
  });

  it('the client has the version and licence of the service, no script, and only openapi-fetch as dependency', () => {
    const read = (path: string): Record<string, object> =>
      JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
    const [own, whole] = [read(join(packed, 'package.json')), read(join(root, 'package.json'))];
    expect(own).toMatchObject({ version: whole.version, license: whole.license });
    expect(Object.keys(own).filter((name) => /scripts|dependencies/i.test(name))).toEqual(['dependencies']);
    expect(Object.keys(own.dependencies)).toEqual(['openapi-fetch']);
    expect(whole.devDependencies).toMatchObject(own.dependencies);
    const lines = readFileSync(join(packed, 'src/index.ts'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(140);
  });

  it('the package has the README, the compiled client and the types', async () => {
    const { stdout } = await run('npm', ['pack', packed, '--dry-run', '--json']);
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts', 'schema.d.ts']));
    expect(paths.filter((path) => path.startsWith('src/'))).toEqual([]);
    // The service offers the package under its own name.
    for (const page of [join(root, 'README.md'), join(packed, 'README.md')])
      expect(readFileSync(page, 'utf8')).toContain(`/assets/${filename}`);
  });

  /** Compiles the programs of front ends once, because the compiler takes most of the time of this suite. */
  let programs: Promise<void> | undefined;
  const compiled = (): Promise<void> => (programs ??= compile());

  async function compile(): Promise<void> {
    const modules = join(folder, 'node_modules');
    const installed = join(modules, 'agency-operations-client');
    mkdirSync(modules);
    // Copy the client instead of linking it, so that its imports cannot find packages of the service.
    cpSync(packed, installed, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    // Declare the used part of Node, because the compiler would check @types/node longer than all other code.
    writeFileSync(
      join(folder, 'process.d.ts'),
      'declare const process: { argv: string[]; exitCode: number; exit(): never };',
    );
    writeFileSync(join(folder, 'front.ts'), front);
    symlinkSync(join(root, 'node_modules/openapi-fetch'), join(modules, 'openapi-fetch'));
    writeFileSync(join(folder, 'plain.ts'), plain);
    // Use the types of the installed package, so that the compiler reads them only once.
    writeFileSync(join(folder, 'schema.ts'), `export * from './node_modules/agency-operations-client/schema.js';`);
    // Compile the examples of the README too.
    const [shown, servicestack] = [
      ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/(?<=^```ts\n)import [^`]*/gm),
    ].map(([text]) => text);
    mkdirSync(join(modules, '@servicestack'));
    symlinkSync(join(root, 'node_modules/@servicestack/client'), join(modules, '@servicestack/client'));
    writeFileSync(join(folder, 'readme.ts'), shown);
    writeFileSync(
      join(folder, 'servicestack.ts'),
      `const [UserName, Password] = ['agent@demo.test', '${demoPassword}'];
${servicestack.replace('http://127.0.0.1:3000', app.url)}
// @ts-expect-error -- a misspelt field
dto('login', { UserNam: 'x', Password });
console.log(types.EventType.map(({ EventTypeName }) => EventTypeName).join());
`,
    );
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable'];
    // Skip the check of TypeScript's own declarations.
    const rules = [...strict, ...target, '--skipDefaultLibCheck', 'process.d.ts'];
    await tool('typescript/bin/tsc', ...rules, 'front.ts', 'plain.ts', 'readme.ts', 'servicestack.ts');
    expect(shown.split('\n')).toHaveLength(12);
  }

  it('the client compiles with the strict options of TypeScript', () => compiled());

  it('the client works with the running service', async () => {
    await compiled();
    const location = 'a18d631ca3244bdb8e871c425bd24982';
    const { stdout } = await run(process.execPath, [
      ...[join(folder, 'front.js'), app.url, 'admin@demo.test', demoPassword, location],
    ]);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toEqual({
      refused: ['User name, password or code is wrong.', 401],
      types: Array(8).fill(13),
      renewed: [1, 2],
      added: 'From a typed client',
      // The store received four pairs of tokens, and undefined at the end.
      rotated: 5,
      ended: true,
      pages: Math.floor((answer.contacts as number) / 20) + 1,
      removed: [25, 25, 25],
      shared: [3, 1],
      filtered: [2, 3, 1],
      complete: true,
      contacts: expect.any(Number),
      own: 1,
      csv: expect.stringMatching(/^EventTypeId,EventTypeName,EventCategory,IsActive\r\n(\d+,.*\r\n){2}$/),
      queues: 2,
      connections: 3,
      away: true,
      progress: [[43, 43]],
      uploads: 4,
      imports: [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      bad: 'line 1.EventTypeName',
      customer: expect.stringMatching(/^\S+ \S+/),
      seen: 1,
      uploaded: ['Grüße & Küsse.txt', 'text/plain'],
      downloaded: ['Grüße & Küsse.txt', 'text/plain;charset=utf-8', 'A note'],
      named: 'blob.txt',
      preview: ['people.csv', 'Previewed', 1, 32],
    });
    expect(answer.contacts).toBeGreaterThan(40);
  });

  it('a front end can use its own openapi-fetch with the types of the package', async () => {
    await compiled();
    const { stdout } = await run(process.execPath, [
      join(folder, 'plain.js'),
      app.url,
      'agent@demo.test',
      demoPassword,
    ]);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({
      types: 2,
      few: [2, 1],
      total: '13',
      progress: 50,
      removed: true,
      refused: 'NotFound',
    });
    expect(answer.csv).toMatch(/^EventTypeId,EventTypeName,EventCategory,IsActive\r\n/);
  });

  it("ServiceStack's client works with the DTOs", async () => {
    await compiled();
    const named = await run(process.execPath, [join(folder, 'servicestack.js')]);
    expect(named.stdout.split(',')).toHaveLength(2);
  });
});

describe('ServiceStack client', () => {
  interface Session {
    BearerToken: string;
    RefreshToken: string;
  }
  interface EventTypes {
    ResponseStatus: { ErrorCode: string | null };
    EventType: { EventTypeId: number; EventTypeName: string }[];
  }
  interface TeamMember {
    TeamMemberID?: number;
    ProjectID?: number;
    ContactID?: number;
    MemberRole?: string;
  }
  interface TeamMembers {
    ProjectTeamMembers: Required<TeamMember>[];
  }

  /** A request like those that ServiceStack generates. */
  class Login implements IReturn<Session> {
    constructor(
      readonly UserName: string,
      readonly Password: string,
    ) {}
    createResponse(): Session {
      return { BearerToken: '', RefreshToken: '' };
    }
    getTypeName(): string {
      return 'Login';
    }
  }
  class ProjectTeamMembers implements IReturn<TeamMembers> {
    constructor(readonly ProjectTeamMembers: TeamMember[]) {}
    createResponse(): TeamMembers {
      return { ProjectTeamMembers: [] };
    }
    getTypeName(): string {
      return 'ProjectTeamMembers';
    }
  }

  const team = '/v1/ProjectTeamMembers';

  let app: TestApp;
  let client: JsonServiceClient;
  let session: Session;

  beforeAll(async () => {
    app = await startDemo();
    client = new JsonServiceClient(app.url);
    session = await client.postToUrl('/v1/Auth/Login', new Login('agent@demo.test', demoPassword));
    client.bearerToken = session.BearerToken;
  });
  afterAll(() => app.close());

  it('JsonServiceClient reads on the documented paths, with options in the query', async () => {
    const path = appendQueryString('/v1/EventType', { take: 2, orderByDesc: 'EventTypeId', include: 'total' });
    const answer = await client.get<EventTypes>(path);
    expect(answer.EventType).toHaveLength(2);
    expect(answer.ResponseStatus.ErrorCode).toBeNull();
    const { EventTypeId } = answer.EventType[0];
    const one = await client.get<EventTypes>(`/v1/EventType/${EventTypeId}`);
    expect(one.EventType).toEqual([answer.EventType[0]]);
    expect((await client.get<EventTypes>('/v1/EventType', { take: 1 })).EventType).toHaveLength(1);
  });

  it('JsonServiceClient posts, puts and deletes', async () => {
    const added = await client.postToUrl(
      team,
      new ProjectTeamMembers([{ ProjectID: 1, ContactID: 40, MemberRole: 'Coordinator' }]),
    );
    const [{ TeamMemberID }] = added.ProjectTeamMembers;
    const changed = await client.putToUrl(`${team}/${TeamMemberID}`, new ProjectTeamMembers([{ MemberRole: 'Lead' }]));
    expect(changed.ProjectTeamMembers).toEqual([{ TeamMemberID, ProjectID: 1, ContactID: 40, MemberRole: 'Lead' }]);
    const removed = await client.delete<TeamMembers>(`${team}/${TeamMemberID}`);
    expect(removed.ProjectTeamMembers).toEqual(changed.ProjectTeamMembers);
  });

  it('JsonServiceClient gets a failure as ResponseStatus with its field errors', async () => {
    const bad = new ProjectTeamMembers([{ ProjectID: 1, ContactID: 999_999, MemberRole: '' }]);
    const { responseStatus } = (await client.postToUrl(team, bad).catch((error: unknown) => error)) as {
      responseStatus: { errorCode: string; message: string; errors: { fieldName: string; errorCode: string }[] };
    };
    expect(responseStatus.message).toContain('MemberRole');
    expect(responseStatus.errors.map(({ fieldName, errorCode }) => [fieldName, errorCode])).toContainEqual([
      'ProjectTeamMembers[0].MemberRole',
      'NotEmpty',
    ]);
    const missing = (await client.get('/v1/EventType/999999').catch((error: unknown) => error)) as {
      responseStatus: { errorCode: string };
    };
    expect(missing.responseStatus.errorCode).toBe('NotFound');
  });

  it('JsonServiceClient renews an expired token through onAuthenticationRequired', async () => {
    const [, claims] = session.BearerToken.split('.');
    const { sub, sid, jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
    const anHourAgo = { now: () => Date.now() - 3_600_000 } as SystemClock;
    const tokens = new BearerTokensService(app.app.get(JwtService, { strict: false }), anHourAgo);
    client.bearerToken = tokens.issue(sub, sid, jti).BearerToken;
    let renewed = 0;
    client.onAuthenticationRequired = async () => {
      renewed++;
      const renewal = new JsonServiceClient(app.url);
      session = await renewal.postToUrl('/v1/Auth/Refresh', { RefreshToken: session.RefreshToken } as never);
      client.bearerToken = session.BearerToken;
    };
    expect((await client.get<EventTypes>('/v1/EventType')).EventType.length).toBeGreaterThan(0);
    expect(renewed).toBe(1);
  });
});

describe('Webix', () => {
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
});
