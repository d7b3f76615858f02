import type request from 'supertest';
import { password, startApp, type TestApp } from '../support/app.js';
import { agency, cliSettings } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.js';
import { fillFirstSchema, sameColumns, type Rows } from './first-schema.js';
import { MariaDbServer } from './mariadb-server.js';

jest.setTimeout(300_000);

/** Kept in clear text by the first release, and forgotten since. */
const forgotten = { idempotency_keys: [] };

let server: MariaDbServer;
beforeAll(async () => {
  server = await MariaDbServer.started();
});
afterAll(() => server.remove());

describe.each(['SQLite', 'MariaDB'])('a database of the first release on %s', (kind) => {
  let database: FreshDatabase;
  let before: Rows;
  let app: TestApp;
  let token: string;
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await agency(args, cliSettings(database.url));
    expect({ args, code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
  const get = async (path: string): Promise<request.Response> =>
    app.http.get(`/v1/${path}`).set('Authorization', `Bearer ${token}`).expect(200);

  beforeAll(async () => {
    database = await freshDatabase(kind === 'SQLite' ? undefined : server.url);
    before = await fillFirstSchema(database.url);
    await run('migrate');
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('has every row when it is brought up to date', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(50);
    expect(Object.values(before).filter((rows) => rows.length < 2)).toEqual([]);
    // What is encrypted by now is read in clear below.
    const contacts = before.contacts.map(({ DateOfBirth: _born, address_line1: _street, ...row }) => row);
    expect(await sameColumns(database.url, before)).toEqual({ ...before, contacts, ...forgotten });
  });

  it('is found right by the doctor, but for contacts that are not indexed yet', async () => {
    expect(await run('doctor')).toContain('Run `agency reindex`');
    await run('reindex');
    expect(await run('doctor')).not.toContain('reindex');
  });

  it('is served: its users sign in and find what they had', async () => {
    app = await startApp({ DATABASE_URL: database.url });
    const signIn = { UserName: 'one@example.test', Password: password };
    token = ((await app.http.post('/v1/Auth/Login').send(signIn).expect(200)).body as { BearerToken: string })
      .BearerToken;
    const { Sets } = (await get('Sets')).body as { Sets: { Set: string }[] };
    const filled = Sets.map(({ Set }) => Set).filter((set) => set.replaceAll('-', '_') in before);
    expect(filled.length).toBeGreaterThan(40);
    for (const set of filled) expect((await get(`Sets/${set}`)).text.split('\n').length).toBeGreaterThan(3);
    const ada = { ContactId: 1, Name: 'Name 1', SSN: '***-**-6789', School: 'SchoolName 1', TotalDebtAmount: 0.01 };
    const [{ address_line1 }] = before.contacts;
    expect(address_line1).toBeTruthy();
    expect((await get('Contacts/1')).body).toMatchObject({ Contacts: [{ ...ada, address_line1 }] });
    expect((await get('Contacts?Search=LastName')).body).toMatchObject({ Contacts: [ada] });
    const activity = { AgentName: 'AgentName 1', EventTypeName: 'EventTypeName 1' };
    expect((await get('Contacts/1/Activities')).body).toMatchObject({ Activities: [activity] });
    expect((await get('webix/gantt/tasks')).body).toMatchObject([{ id: '1', text: 'text 1' }, { id: '2' }]);
  });
});
