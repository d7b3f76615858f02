import { startImports, type ImportSuite } from '../../../test/support/suites/imports.js';

let suite: ImportSuite;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

const change = (id: number, fields: object) =>
  suite.app.http.put(`/v1/Contacts/${id}`).set(suite.agent).send(fields).expect(200);
const undone = async (shown: { ImportId: string }) => (await suite.undo(shown).expect(200)).body as Undone;
interface Undone {
  Imports: { State: string }[];
  LeftBehind: { Line: number; Key: string; Field: string; Message: string }[];
}
const told = (Field: string, text: string) => ({ Field, Message: expect.stringContaining(text) as string });

describe('consent to text messages', () => {
  it('does not come back for a number that has changed since, though the import did not change it', async () => {
    const id = await suite.added({ LastName: 'Consent', Phone: '505-555-0170', SMSOptIn: true });
    const shown = await suite.done(`ContactId,SMSOptIn\n${id},false\n`);
    await change(id, { Phone: '505-555-0171' });
    expect((await undone(shown)).LeftBehind).toMatchObject([told('SMSOptIn', 'belongs to Phone')]);
    expect(await suite.contact(id)).toMatchObject({ Phone: '505-555-0171', SMSOptIn: false });
  });

  it.each(['Phone', 'PhoneAlt'] as const)('does not come back once %s was added', async (name) => {
    const fields = { Phone: undefined, PhoneAlt: undefined, [name === 'Phone' ? 'PhoneAlt' : 'Phone']: '505-555-0172' };
    const id = await suite.added({ LastName: 'Consent', ...fields, SMSOptIn: true });
    const shown = await suite.done(`ContactId,SMSOptIn\n${id},false\n`);
    await change(id, { [name]: '505-555-0173' });
    expect((await undone(shown)).LeftBehind).toMatchObject([told('SMSOptIn', 'belongs to Phone')]);
    expect((await suite.contact(id)).SMSOptIn).toBe(false);
  });

  it('that was given since stays with its number', async () => {
    const id = await suite.added({ LastName: 'Consent', Phone: '505-555-0174' });
    const shown = await suite.done(`ContactId,Phone\n${id},505-555-0175\n`);
    await change(id, { SMSOptIn: true });
    expect((await undone(shown)).LeftBehind).toMatchObject([told('Phone', 'SMSOptIn')]);
    expect(await suite.contact(id)).toMatchObject({ Phone: '505-555-0175', SMSOptIn: true });
  });

  it('comes back with the number that it was given for', async () => {
    const id = await suite.added({ LastName: 'Consent', Phone: '505-555-0176', SMSOptIn: true });
    const shown = await suite.done(`ContactId,Phone,SMSOptIn\n${id},505-555-0177,false\n`);
    await change(id, { Title: 'Dr' });
    expect((await undone(shown)).LeftBehind).toEqual([]);
    expect(await suite.contact(id)).toMatchObject({ Phone: '505-555-0176', SMSOptIn: true, Title: 'Dr' });
  });
});

it('gives a text back only with the id that it was the text of', async () => {
  const id = await suite.added({ LastName: 'Texts', ContactStatusId: 9001, ContactStatusDesc: 'Warm' });
  const other = await suite.added({ LastName: 'Texts', ContactStatusId: 9001, ContactStatusDesc: 'Warm' });
  const shown = await suite.done(`ContactId,ContactStatusDesc\n${id},Hot\n${other},Hot\n`);
  await change(id, { ContactStatusId: 9002 });
  await change(id, { ContactStatusDesc: 'Hot' });
  expect((await undone(shown)).LeftBehind).toMatchObject([told('ContactStatusDesc', 'belongs to ContactStatusId')]);
  expect(await suite.contact(id)).toMatchObject({ ContactStatusId: 9002, ContactStatusDesc: 'Hot' });
  expect(await suite.contact(other)).toMatchObject({ ContactStatusId: 9001, ContactStatusDesc: 'Warm' });
});
