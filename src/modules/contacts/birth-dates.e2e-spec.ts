import sql from 'sql-template-tag';
import type { TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { addContacts, person, startPeople } from '../../../test/support/data/people.js';

type Found = Record<string, unknown>;

const midnight = 'T00:00:00.0000000';
let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  ({ app, agent, admin } = await startPeople({ TIME_ZONE: 'America/Denver' }));
});
beforeEach(async () => {
  await app.db.tx(() => app.db.execute(sql`DELETE FROM contacts`));
  const AgentId = person.own;
  await addContacts(app, [
    { ContactId: 1, AgentId, Name: 'Ada', DateOfBirth: `1966-05-31${midnight}`, address_line1: '12 St James’s Square' },
    { ContactId: 2, AgentId, Name: 'Bea', DateOfBirth: `1966-06-01${midnight}`, address_line1: '1 Main Street' },
    { ContactId: 3, AgentId, Name: 'Cleo', DateOfBirth: `1966-06-30${midnight}` },
    { ContactId: 4, AgentId, Name: 'Dora', address_line1: '12 Main Street' },
  ]);
});
afterAll(() => app.close());

const listed = async (query: string, path = 'Contacts'): Promise<Found[]> => {
  const { body } = await app.http.get(`/v1/${path}?${query}`).set(agent).expect(200);
  return (body as { Contacts?: Found[] }).Contacts ?? (body as { Contact: Found[] }).Contact;
};
const names = async (query: string, path?: string): Promise<unknown[]> =>
  (await listed(query.includes('orderBy') ? query : `${query}&orderBy=Name`, path)).map(({ Name }) => Name);
const send = async (DateOfBirth: string): Promise<unknown> => {
  const { body } = await app.http.put('/v1/Contacts/4').set(agent).send({ DateOfBirth }).expect(200);
  return (body as { Contacts: Found[] }).Contacts[0].DateOfBirth;
};

it('filters contacts by birth date, and a range includes both its ends', async () => {
  for (const path of ['Contacts', 'ActivityTracker/All']) {
    expect(await names('DateOfBirthBetween=1966-06-01,1966-06-30', path)).toEqual(['Bea', 'Cleo']);
    expect(await names('DateOfBirth=1966-05-31', path)).toEqual(['Ada']);
    expect(await names('DateOfBirthIn=1966-05-31,1966-06-30', path)).toEqual(['Ada', 'Cleo']);
    expect(await names('DateOfBirthGreaterThanOrEqualTo=1966-06-01', path)).toEqual(['Bea', 'Cleo']);
    expect(await names('DateOfBirthLessThanOrEqualTo=1966-06-01', path)).toEqual(['Ada', 'Bea']);
    expect(await names('DateOfBirthIsNull=true', path)).toEqual(['Dora']);
  }
});

it('a filter on the birth date uses the day as written, and ignores a time and an offset after it', async () => {
  const from = encodeURIComponent('1966-06-01T23:30:00-05:00');
  const to = encodeURIComponent('1966-06-30T00:30:00+14:00');
  expect(await names(`DateOfBirthBetween=${from},${to}`)).toEqual(['Bea', 'Cleo']);
  expect(await names(`DateOfBirthLessThanOrEqualTo=${from}`)).toEqual(['Ada', 'Bea']);
  await app.http.get('/v1/Contacts?DateOfBirthBetween=1966-06-01').set(agent).expect(400);
});

it('filters contacts by street, and sorts them by birth date and street', async () => {
  expect(await names('address_line1StartsWith=12')).toEqual(['Ada', 'Dora']);
  expect(await names('address_line1Contains=main')).toEqual(['Bea', 'Dora']);
  expect(await names('orderBy=DateOfBirth')).toEqual(['Dora', 'Ada', 'Bea', 'Cleo']);
  expect(await names('orderByDesc=DateOfBirth&take=2')).toEqual(['Cleo', 'Bea']);
  expect(await names('orderByDesc=address_line1')).toEqual(['Ada', 'Dora', 'Bea', 'Cleo']);
});

it('stores and sends a birth date as the day that the client wrote', async () => {
  const day = `1966-12-31${midnight}`;
  for (const written of ['1966-12-31', '1966-12-31T23:30:00-05:00', '1966-12-31T00:30:00+14:00', `${day}Z`, day])
    expect([written, await send(written)]).toEqual([written, day]);
  const [{ DateOfBirth }] = await app.db.all<Found>(sql`SELECT DateOfBirth FROM contacts WHERE ContactId = 4`);
  expect(DateOfBirth).toBe(day);
  const { text } = await app.http
    .get('/v1/Contacts.csv?fields=Name,DateOfBirth&DateOfBirthIsNull=false&orderByDesc=DateOfBirth&take=1')
    .set(agent)
    .expect(200);
  expect(text).toBe(`Name,DateOfBirth\r\nDora,${day}\r\n`);
  await app.http.put('/v1/Contacts/4').set(agent).send({ DateOfBirth: null }).expect(200);
  expect((await listed('DateOfBirthIsNull=true'))[0]).toMatchObject({ Name: 'Dora', DateOfBirth: null });
});

it('exports birth date and street in plain text, and an import of that export changes nothing', async () => {
  const settings = cliSettings(app.database);
  const { stdout } = await agency(['export', 'contacts'], settings);
  expect(stdout).toContain('12 St James’s Square');
  expect(stdout).toContain(`1966-05-31${midnight}`);
  const again = await agency(['import', 'contacts', '-'], settings, stdout);
  expect(again.stderr).toBe('Imported 4 records: 0 added, 0 changed, 4 unchanged.\n');
  const csv = 'ContactId,DateOfBirth\n2,1900-01-01\n';
  expect((await agency(['import', 'contacts', '-'], settings, csv)).stderr).toContain('1 changed');
  expect(await names('DateOfBirth=1900-01-01')).toEqual(['Bea']);
});

it('the audit shows a change of birth date and street, and stores both encrypted', async () => {
  await app.http.put('/v1/Contacts/4').set(agent).send({ DateOfBirth: '1971-02-03', address_line1: 'Hill 9' });
  const { body } = await app.http.get('/v1/Audit?Record=Contact&RecordId=4').set(admin).expect(200);
  expect(JSON.stringify(body)).toMatch(/1971-02-03.*Hill 9|Hill 9.*1971-02-03/);
  const stored = JSON.stringify([
    await app.db.all(sql`SELECT a.Changes FROM audit a`),
    await app.db.all(sql`SELECT v.Owner, v.Sealed FROM audit_values v`),
  ]);
  expect(stored).toContain('DateOfBirth');
  for (const value of ['1971-02-03', 'Hill 9', '12 Main Street']) expect(stored).not.toContain(value);
});
