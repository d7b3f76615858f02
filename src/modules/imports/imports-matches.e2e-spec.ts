import { startImports, type ImportSuite, type LoggedLine } from '../../../test/support/suites/imports.js';

let suite: ImportSuite;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

const doubtsIn = (rows: readonly LoggedLine[]) =>
  rows.filter(({ ErrorCode }) => ErrorCode !== '').map(({ Line, Action, Message }) => ({ Line, Action, Message }));

describe('a line that is matched by e-mail address or telephone number', () => {
  it.each(['email', 'phone'])('with %s is doubtful if it fits two contacts, and no run imports it', async (Match) => {
    const reach = Match === 'email' ? { EmailWork: 'two@example.com' } : { Phone: '505-555-0120' };
    const ids = [await suite.added({ LastName: 'Fits', ...reach }), await suite.added({ LastName: 'Fits', ...reach })];
    const [[title, value]] = Object.entries(reach);
    const shown = await suite.upload(`${title},Title\n${value},Dr\n`, { query: `?Match=${Match}` });
    expect(shown).toMatchObject({ Rows: 1, Doubtful: 1, Invalid: 0, Inserted: 0, Updated: 0 });
    const rows = await suite.rowsOf(shown);
    expect(doubtsIn(rows)).toEqual([
      { Line: 2, Action: 'Doubtful', Message: expect.stringContaining(`of 2 contacts (${ids.join(', ')})`) },
    ]);
    const { body } = await suite.run(shown, { Doubtful: 'take' }).expect(200);
    expect(body.Imports[0]).toMatchObject({ State: 'Done', Doubtful: 1, Inserted: 0, Updated: 0 });
    expect(await suite.rowsOf(shown)).toEqual(rows);
  });

  it('is doubtful if its name differs, and a run leaves the contact as it is', async () => {
    const id = await suite.added({ FirstName: 'John', LastName: 'Family', Phone: '505-555-0121' });
    const file = 'FirstName,LastName,Phone,Title\nMary,Family,505-555-0121,Dr\n';
    const shown = await suite.upload(file, { query: '?Match=phone' });
    expect(shown).toMatchObject({ Doubtful: 1, Updated: 0 });
    expect(doubtsIn(await suite.rowsOf(shown))).toEqual([
      { Line: 2, Action: 'Doubtful', Message: expect.stringContaining(`FirstName differs from that of contact ${id}`) },
    ]);
    await suite.run(shown).expect(200);
    expect(await suite.contact(id)).toMatchObject({ FirstName: 'John', Title: null });
  });

  it.each([
    ['the same name, written otherwise', { FirstName: 'José', LastName: "O'Hara" }, 'JOSE,OHara'],
    ['no name', { LastName: 'Nameless' }, ','],
    ['a first name that the contact lacks', { LastName: 'Only' }, 'Ada,Only'],
  ])('is no doubt with %s', async (_, fields, names) => {
    const EmailWork = `${fields.LastName.toLowerCase().replace("'", '')}@example.com`;
    const id = await suite.added({ ...fields, EmailWork });
    const shown = await suite.upload(`FirstName,LastName,EmailWork,Title\n${names},${EmailWork},Dr\n`, {
      query: '?Match=email',
    });
    expect(doubtsIn(await suite.rowsOf(shown))).toEqual([]);
    expect(await suite.rowsOf(shown)).toContainEqual(expect.objectContaining({ Key: String(id), Field: 'Title' }));
  });

  it('is a doubt with the name of a person for the number of a business', async () => {
    await suite.added({ BusinessName: 'Bakery', Phone: '505-555-0122' });
    const shown = await suite.upload('FirstName,LastName,Phone\nIda,Baker,505-555-0122\n', { query: '?Match=phone' });
    expect(shown).toMatchObject({ Doubtful: 1 });
  });

  it('yields to a line with the name of the contact', async () => {
    const id = await suite.added({ FirstName: 'Ann', LastName: 'Shared', EmailWork: 'family@example.com' });
    const file =
      'FirstName,LastName,EmailWork,Title\nBob,Shared,family@example.com,Mr\nAnn,Shared,family@example.com,Dr\n';
    const shown = await suite.upload(file, { query: '?Match=email' });
    expect(shown).toMatchObject({ Doubtful: 1, Updated: 1, Invalid: 0 });
    expect(doubtsIn(await suite.rowsOf(shown))).toEqual([
      { Line: 2, Action: 'Doubtful', Message: expect.stringContaining('as line 3 has') },
    ]);
    await suite.run(shown).expect(200);
    expect(await suite.contact(id)).toMatchObject({ FirstName: 'Ann', Title: 'Dr' });
  });
});

it('keeps the rows of each line in a run, and adds only the keys of new records', async () => {
  const id = await suite.added({ FirstName: 'Zero', LastName: 'Kept', address_zip: '02134', Phone: '505-555-0123' });
  const lines = [`${id},Zero,Kept,2134,,Dr`, ',New,One,,,Mr', ',New,Twin,,505-555-0123,Ms'];
  const shown = await suite.upload(`ContactId,FirstName,LastName,address_zip,Phone,Title\n${lines.join('\n')}\n`);
  const withoutKeys = (rows: readonly LoggedLine[]) =>
    rows
      .filter(({ Line, Field }) => Line !== 3 || !['ContactGUID', 'DateCreated'].includes(Field))
      .map((row) => (row.Line === 3 ? { ...row, Key: '' } : row))
      .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  const before = await suite.rowsOf(shown);
  expect(before.filter(({ Action }) => Action === 'Doubtful').length).toBeGreaterThan(4);
  await suite.run(shown).expect(200);
  const after = await suite.rowsOf(shown);
  expect(withoutKeys(after)).toEqual(withoutKeys(before));
  expect(after.map(({ Key }) => Key)).not.toContain('undefined');
  expect(after.find(({ Line }) => Line === 3)?.Key).toMatch(/^\d+$/);
});

it('a failed run shows no keys of records that it has taken back', async () => {
  const shown = await suite.upload('LastName,StateID\nGood,\nBad,x\n');
  await suite.run(shown).expect(400);
  expect((await suite.rowsOf(shown)).map(({ Key }) => Key)).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/./)]),
  );
});

it('says of a line for a deleted contact that it is deleted, to Administrators as a doubt', async () => {
  const id = await suite.added({ LastName: 'Deleted' });
  await suite.app.http.delete(`/v1/Contacts/${id}`).set(suite.agent).expect(200);
  for (const [file, query] of [
    [`ContactId,Title\n${id},Dr\n`, ''],
    [`ContactId,EventTypeId,StartDate\n${id},1,2026-02-01\n`, '?Into=activities'],
  ]) {
    const shown = await suite.upload(file, { query });
    expect(doubtsIn(await suite.rowsOf(shown))).toMatchObject([
      { Line: 2, Message: 'ContactId is a deleted contact: restore it first.' },
    ]);
  }
});

it('gives options that are sent as null their defaults', async () => {
  const shown = await suite.upload('LastName\nNulls\n', { query: '?Blank=clear&Match=email&Decimal=.' });
  const { Options } = await suite.change(shown, { Blank: null, Match: null, Decimal: null, Map: null });
  expect(Options).toMatchObject({ Blank: 'keep', Match: 'key', Decimal: null, Map: {} });
});
