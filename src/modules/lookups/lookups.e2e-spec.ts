import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';

type Caller = Record<'Authorization', string>;
type Row = Record<string, string | number>;

let app: TestApp;
let agent: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await startApp();
  await store(app, 'Agent', [{ AgentId: 1, AgentName: 'Own', AgentStatus: 'Active' }]);
  agent = await app.as('Agent', 1);
  admin = await app.as('Administrator');
  await store(app, 'State', [
    { StateID: 8, State: 'CO', StateName: 'Colorado' },
    { StateID: 4, State: 'AZ', StateName: 'Arizona' },
  ]);
  await store(app, 'County', [
    { CountyID: 8031, StateID: 8, County: 'Denver' },
    { CountyID: 8013, StateID: 8, County: 'Boulder' },
  ]);
  await store(app, 'District', [
    { DistrictID: 102, CountyID: 8031, DistrictName: 'North' },
    { DistrictID: 101, CountyID: 8031, DistrictName: 'South' },
  ]);
  await store(app, 'School', [
    { SchoolID: '9007199254740993', DistrictID: 101, SchoolName: 'West' },
    { SchoolID: 7, DistrictID: 101, SchoolName: 'East' },
  ]);
  await store(app, 'SlotDistrict', [
    { SlotDistrictID: 51, DistrictID: 101, Description: 'Workshops' },
    { SlotDistrictID: 52, DistrictID: 102, Description: 'Fairs' },
  ]);
  await store(app, 'ContactStatus', [
    { ContactStatusId: 1, ContactStatusDesc: 'Prospect' },
    { ContactStatusId: 2, ContactStatusDesc: 'Client' },
  ]);
  await store(app, 'SourceType', [
    { SourceTypeId: 1, SourceTypeDesc: 'Referral' },
    { SourceTypeId: 2, SourceTypeDesc: 'Fair' },
  ]);
  await store(app, 'ContactCategory', [
    { ContactCategory: 1, ContactCategoryName: 'Retiree' },
    { ContactCategory: 2, ContactCategoryName: 'Educator' },
  ]);
  await store(app, 'Job', [
    { JobID: 1, JobName: 'Nurse' },
    { JobID: 2, JobName: 'Driver' },
  ]);
});
afterAll(() => app.close());

interface Case {
  list: string;
  table: string;
  key: string;
  name: string;
  /** The key of the row that is last in the order of names. */
  last: string;
  /** A new row, without its key if the service generates it. */
  added: Row;
}

const cases: Case[] = [
  {
    ...{ list: 'States', table: 'states', key: 'StateID', name: 'StateName', last: '8' },
    added: { StateID: 6, State: 'CA', StateName: 'California' },
  },
  {
    ...{ list: 'Counties', table: 'counties', key: 'CountyID', name: 'County', last: '8031' },
    added: { CountyID: 8059, StateID: 8, County: 'Jefferson' },
  },
  {
    ...{ list: 'Districts', table: 'districts', key: 'DistrictID', name: 'DistrictName', last: '101' },
    added: { DistrictID: 901, CountyID: 8013, DistrictName: 'Mapleton' },
  },
  {
    ...{ list: 'Schools', table: 'schools', key: 'SchoolID', name: 'SchoolName', last: '9007199254740993' },
    added: { SchoolID: 8, DistrictID: 102, SchoolName: 'Mapleton Elementary' },
  },
  {
    ...{ list: 'SlotDistricts', table: 'slot_districts', key: 'SlotDistrictID', name: 'Description', last: '51' },
    added: { DistrictID: 101, Description: 'Evenings' },
  },
  {
    ...{ list: 'ContactStatuses', table: 'contact_statuses', key: 'ContactStatusId', name: 'ContactStatusDesc' },
    ...{ last: '1', added: { ContactStatusDesc: 'Waiting' } },
  },
  {
    ...{ list: 'SourceTypes', table: 'source_types', key: 'SourceTypeId', name: 'SourceTypeDesc', last: '1' },
    added: { SourceTypeId: 7, SourceTypeDesc: 'Newsletter' },
  },
  {
    ...{ list: 'ContactCategories', table: 'contact_categories', key: 'ContactCategory', name: 'ContactCategoryName' },
    ...{ last: '1', added: { ContactCategoryName: 'Parent' } },
  },
  {
    ...{ list: 'Jobs', table: 'jobs', key: 'JobID', name: 'JobName', last: '1' },
    added: { JobID: 9, JobName: 'Librarian' },
  },
];
/** The key as text, because JSON.parse rounds keys beyond the safe integers. */
const textOf = (row: { text: string }, key: string): string => new RegExp(`"${key}":(\\d+)`).exec(row.text)![1];

describe.each(cases)('$list', ({ list, table, key, name, last, added }) => {
  const at = `/v1/${list}`;
  const get = (path: string, caller = agent) => app.http.get(at + path).set(caller);

  it('lists the records by name, and accepts the filters and the orderBy of every list', async () => {
    const { body } = await get('?include=total').expect(200);
    const names = body[list].map((row: Row) => row[name]) as string[];
    expect(names).toEqual([...names].sort());
    expect(body.ResponseStatus.Meta).toEqual({ Total: '2' });
    expect(textOf(await get(`?orderByDesc=${name}&take=1`).expect(200), key)).toBe(last);
    expect(textOf(await get(`?${name}=${names[1]}`).expect(200), key)).toBe(last);
    expect((await get('.csv').expect(200)).text.split('\r\n')).toHaveLength(4);
    await get('?Nam=x').expect(400);
    await get('', await app.as('Worker')).expect(403);
  });

  it('reads a record by its key, with an ETag', async () => {
    const { text, headers } = await get(`/${last}`).expect(200);
    expect(textOf({ text }, key)).toBe(last);
    await get(`/${last}`).set('If-None-Match', headers.etag).expect(304);
    await get('/999999').expect(404);
  });

  it('lets only Administrators add and change records', async () => {
    const post = (caller: Caller, sent: object) => app.http.post(at).set(caller).send(sent);
    await post(agent, added).expect(403);
    const { body } = await post(admin, {
      ...added,
      ...(name !== 'Description' && { [name]: ` ${added[name]}` }),
    }).expect(200);
    const id = body[list][0][key] as number;
    expect(body[list]).toEqual([{ [key]: id, ...added }]);
    if (key in added) await post(admin, added).expect(409);
    const put = (caller: Caller, sent: object) => app.http.put(`${at}/${id}`).set(caller).send(sent);
    await put(agent, { [name]: 'Other' }).expect(403);
    const changed = await put(admin, { [name]: 'Other' }).expect(200);
    expect(changed.body[list]).toEqual([{ [key]: id, ...added, [name]: 'Other' }]);
    expect((await get(`/${id}`).expect(200)).body[list]).toEqual(changed.body[list]);
    await app.http
      .put(`${at}/999999`)
      .set(admin)
      .send({ [name]: 'Other' })
      .expect(404);
    await put(admin, { Nam: 'x' }).expect(400);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM ${raw(table)} WHERE ${raw(key)} = ${id}`));
  });
});

it.each([
  ['States', {}, ['StateID NotNull', 'StateName NotEmpty']],
  ['Counties', { CountyID: 1, County: ' ' }, ['County NotEmpty']],
  ['Counties', { CountyID: 1, StateID: 77, County: 'Nowhere' }, ['StateID Unknown']],
  ['Districts', { DistrictID: 1, CountyID: 77, DistrictName: 'Nowhere' }, ['CountyID Unknown']],
  ['Schools', { SchoolID: 1, DistrictID: 77, SchoolName: 'Nowhere' }, ['DistrictID Unknown']],
  ['SlotDistricts', { SlotDistrictID: 9, DistrictID: 101 }, ['SlotDistrictID Invalid']],
  ['SlotDistricts', { DistrictID: 77 }, ['DistrictID Unknown']],
  ['SlotDistricts', { Description: 'Nowhere' }, ['DistrictID NotNull']],
  ['ContactStatuses', { ContactStatusDesc: ' ' }, ['ContactStatusDesc NotEmpty']],
  ['Jobs', { JobID: 8 }, ['JobName NotEmpty']],
])('refuses a new record of %s with the fields %j', async (list, sent, errors) => {
  expect(fieldErrors(await app.http.post(`/v1/${list}`).set(admin).send(sent).expect(400))).toEqual(errors);
});

it('changes a school with a key beyond the safe integers', async () => {
  const { text } = await app.http
    .put('/v1/Schools/9007199254740993')
    .set(admin)
    .send({ SchoolName: 'Far West' })
    .expect(200);
  expect(text).toContain('"SchoolID":9007199254740993,"DistrictID":101,"SchoolName":"Far West"');
});
