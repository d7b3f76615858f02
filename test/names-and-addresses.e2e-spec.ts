import { startApp, type TestApp } from './support/app/app.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { addContacts, person, seedPeople } from './support/data/people.js';
import { fieldErrors } from './support/data/rows.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  await seedPeople(app);
  await addContacts(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const put = (path: string, body: object) => app.http.put(`/v1/${path}`).set(admin).send(body);
const agent = `Agents/${person.own}`;

it.each([
  ['Contacts/1', 'Name', '  Ada Lovelace\t', 'Ada Lovelace'],
  ['Contacts/1', 'Phone', '\u00a0+1 505 555 0100 ', '+1 505 555 0100'],
  ['Contacts/1', 'EmailWork', ' ada@example.com\n', 'ada@example.com'],
  ['Contacts/1', 'address_line1', ' 12 St James’s Square ', '12 St James’s Square'],
  ['Contacts/1', 'address_zip', ' ', null],
  [agent, 'AgentName', ' Ana Álvarez ', 'Ana Álvarez'],
  [agent, 'FullName', ' Ana Álvarez\t', 'Ana Álvarez'],
  [agent, 'ByLastName', ' Álvarez, Ana ', 'Álvarez, Ana'],
  [agent, 'CellPhone', ' 555-0100 ', '555-0100'],
  [agent, 'Email', ' ana@example.com ', 'ana@example.com'],
  [agent, 'City', ' Santa Fe ', 'Santa Fe'],
] as const)('PUT %s trims the white space around %s', async (path, field, sent, stored) => {
  const { body } = await put(path, { [field]: sent }).expect(200);
  expect(body[path.split('/')[0]][0][field]).toBe(stored);
});

it.each([
  ['Contacts/1', 'Name', ' \t', 'NotEmpty'],
  ['Contacts/1', 'FirstName', '\u00a0', 'NotEmpty'],
  [agent, 'AgentName', '   ', 'NotEmpty'],
  ['Contacts/1', 'EmailPersonal', 'ada at example.com', 'Invalid'],
  [agent, 'Email', 'ana@', 'Invalid'],
  [agent, 'WorkPhone', 'ask Ben', 'Invalid'],
  ['Contacts/1', 'PhoneAlt', 'ext. 12', 'Invalid'],
] as const)('PUT %s rejects %s: %j with %s', async (path, field, sent, code) => {
  expect(fieldErrors(await put(path, { [field]: sent }).expect(400))).toEqual([`${field} ${code}`]);
});

it.each([
  ['POST', 'EventType', 'EventTypeName'],
  ['POST', 'EventType', 'EventCategory'],
  ['POST', 'Locations', 'Name'],
  ['POST', 'Projects', 'ProjectName'],
] as const)('%s %s rejects a new record whose %s is white space', async (_, path, field) => {
  const { body } = await app.http
    .post(`/v1/${path}`)
    .set(admin)
    .send({ [field]: '  ' })
    .expect(400);
  expect(fieldErrors({ body })).toContain(`${field} NotEmpty`);
});

it('an import trims white space and names each value that is not in the format of its field', async () => {
  const settings = cliSettings(app.database);
  const file = (row: string) =>
    agency(['import', 'contacts', '-'], settings, `ContactId,Name,Phone,EmailWork,address_city\n${row}\n`);
  expect(await file('1, Bea , 555-0101 , bea@example.com , Taos ')).toMatchObject({ code: 0 });
  const { body } = await app.http.get('/v1/Contacts/1?fields=Name,Phone,EmailWork,address_city').set(admin).expect(200);
  const stored = { Name: 'Bea', Phone: '555-0101', EmailWork: 'bea@example.com', address_city: 'Taos' };
  expect(body.Contacts).toEqual([stored]);
  const { code, stderr } = await file('1,"  ",ask,bea,Taos');
  expect(code).toBe(1);
  expect(stderr).toContain('Name must have a visible character');
  expect(stderr).toContain('Phone must have at least three digits');
  expect(stderr).toContain('EmailWork must be an e-mail address such as ada@example.com');
});

it('a message about a type shows the right format', async () => {
  const message = async (path: string, body: object): Promise<string> =>
    (await put(path, body).expect(400)).body.ResponseStatus.Errors[0].Message;
  expect(await message('Contacts/1', { SourceTypeId: '2' })).toMatch(/^SourceTypeId .*: send 2, not "2"\.$/);
  expect(await message(agent, { FactFinderBilling: '2.5' })).toMatch(/: send 2, not "2"\.$/);
  expect(await message('Contacts/1', { Name: 7 })).toBe('Name must be a string: send "2", not 2.');
  expect(await message(agent, { IsAgent: 'true' })).toBe('IsAgent must be true or false: send true, not "true".');
});
