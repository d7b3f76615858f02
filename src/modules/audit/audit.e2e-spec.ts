import sql, { type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { Config } from '../../config/config.js';
import { AuditEntry } from '../../database/audit/audit.entity.js';
import { Contact } from '../contacts/contact.entity.js';

const at = '/v1/Audit';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const listed = async (query: string) =>
  (await app.http.get(`${at}?${query}`).set(admin).expect(200)).body.Audit as Record<string, string>[];
const add = (name: string, id: string) =>
  app.http.post('/v1/Locations').set(admin).set('X-Request-Id', id).send({ Name: name }).expect(200);

it('tells who did what, the newest first', async () => {
  const ids = [];
  for (const name of ['North', 'South', 'East'])
    ids.push((await add(name, `made-for-${name}`)).body.Locations[0].LocationId as string);
  const entries = await listed('Record=Location');
  expect(entries.map(({ RecordId }) => RecordId)).toEqual([...ids].reverse());
  expect(entries[0]).toEqual({
    AuditId: expect.any(Number),
    At: expect.stringMatching(/^20.*Z$/),
    UserId: await app.userOf('Administrator'),
    UserName: 'administrator-0@example.test',
    Operation: 'addLocation',
    Record: 'Location',
    RecordId: ids[2],
    RequestId: 'made-for-East',
    Changes: expect.stringContaining('East'),
  });
  expect(JSON.parse(entries[0].Changes)).toMatchObject([{ Action: 'Insert', After: { Name: 'East' } }]);
  const [made] = await listed('Operation=synchroniseRoles');
  expect(made).toMatchObject({ UserId: '0'.repeat(32), UserName: '' });
});

it('is found by user, record and call, a page at a time', async () => {
  const [{ UserId, RecordId }] = await listed('RequestId=made-for-South');
  expect(await listed(`RecordId=${RecordId}&Record=Location`)).toHaveLength(1);
  const own = await listed(`UserId=${UserId}`);
  expect(await listed(`UserId=${UserId}&skip=1&take=1`)).toEqual([own[1]]);
  expect((await listed('UserName=administrator-0@example.test&fields=RequestId')).length).toBe(own.length);
  expect(await listed('RequestIdIn=made-for-North,made-for-East')).toHaveLength(2);
  const csv = `${at}.csv?RequestId=made-for-North&fields=Operation,UserName`;
  const { text } = await app.http.get(csv).set(admin).expect(200);
  expect(text).toBe('UserName,Operation\r\nadministrator-0@example.test,addLocation\r\n');
});

it('hides secrets and SSNs', async () => {
  await app.db.tx(() => app.db.insert(Contact, { ContactId: 41, Name: 'A', SSN: 'sealed-123456789' }));
  const everything = JSON.stringify(await listed(''));
  expect(everything).toContain('***');
  expect(everything).not.toMatch(/123456789|\$argon2/);
});

it('can be added to by nobody, and neither changed nor read by others', async () => {
  for (const verb of ['post', 'put', 'delete'] as const) expect((await app.http[verb](at).set(admin)).status).toBe(405);
  await app.http
    .get(at)
    .set(await app.as('Agent'))
    .expect(403);
  await app.http
    .get(at)
    .set(await app.as('Worker'))
    .expect(403);
});

it('finds a page in an index, in its order', async () => {
  const user = await app.userOf('Administrator');
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    At: `2020-01-01T00:${String(Math.floor(index / 60)).padStart(2, '0')}:00.0000000`,
    UserId: user,
    Record: `Kind${index % 7}`,
    RecordId: String(index % 50),
    RequestId: `many-${index}`,
  }));
  await app.db.tx(() => app.db.insertAll(AuditEntry, rows));
  const isSqlite = app.get(Config).database.kind === 'sqlite';
  const conditions: Sql[] = [
    sql`1 = 1`,
    sql`o.UserId = ${user}`,
    sql`o.Record = 'Kind3'`,
    sql`o.RecordId = '7'`,
    sql`o.RequestId = 'many-7'`,
  ];
  for (const condition of conditions) {
    const page = sql`SELECT o.AuditId FROM audit o WHERE ${condition} ORDER BY o.At DESC, o.AuditId DESC LIMIT 20`;
    const plan = JSON.stringify(await app.db.all(isSqlite ? sql`EXPLAIN QUERY PLAN ${page}` : sql`EXPLAIN ${page}`));
    expect(plan).toMatch(isSqlite ? /INDEX/ : /"key":"/);
    if (condition !== conditions[4]) expect(plan).not.toMatch(/TEMP B-TREE|filesort/);
  }
});
