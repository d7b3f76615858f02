import { startImports, type ImportSuite } from '../../../test/support/suites/imports.js';

let suite: ImportSuite;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

/** Doubtful lines: 2 and 3 have short ZIP codes, 4 is line 2 again, and 5 is it again with a short ZIP code. */
const doubtful = (word: string): string =>
  [
    'First name,Last name,E-Mail,Zip Code',
    `Ann,${word}son,ann.${word}@example.com,1887`,
    `Bob,${word}son,bob.${word}@example.com,2139`,
    `Cid,${word}son,ann.${word}@example.com,10001`,
    `Dee,${word}son,ann.${word}@example.com,1887`,
  ].join('\n');

describe('a run takes the doubtful lines', () => {
  it.each<[string, object, string[]]>([
    ['none by default', {}, []],
    ['all whose doubts have one of the reasons', { TakeReasons: ['Invalid'] }, ['Ann', 'Bob']],
    ['of several reasons', { TakeReasons: ['Invalid', 'Duplicate'] }, ['Ann', 'Bob', 'Cid', 'Dee']],
    ['that it names', { TakeLines: [4] }, ['Cid']],
    ['but not those that it leaves', { Doubtful: 'take', LeaveLines: [3, 5] }, ['Ann', 'Cid']],
    ['by reason and by line', { TakeReasons: ['Invalid'], TakeLines: [4], LeaveLines: [2] }, ['Bob', 'Cid']],
  ])('%s', async (title, choice, expected) => {
    const word = title.replaceAll(' ', '').slice(0, 12);
    const shown = await suite.upload(doubtful(word));
    expect(shown).toMatchObject({ Doubtful: 4, Invalid: 0 });
    const { body } = await suite.run(shown, choice).expect(200);
    expect(body.Imports[0]).toMatchObject({ Inserted: expected.length, Doubtful: 4 - expected.length });
    const stored = await suite.found(`${word}son`);
    expect(stored.map(({ FirstName }) => FirstName).sort()).toEqual(expected);
  });
});

it('puts lost zeros back with the option Zeros', async () => {
  const file = 'First name,Last name,Zip Code\nZoe,Restored,1887\nZeno,Restored,2139-0012\n';
  const asked = await suite.upload(file);
  expect(asked).toMatchObject({ Doubtful: 2, Options: { Zeros: 'ask' } });
  const restored = await suite.change(asked, { Zeros: 'restore' });
  expect(restored).toMatchObject({ Doubtful: 0, Inserted: 2, Options: { Zeros: 'restore' } });
  const zips = (await suite.rowsOf(restored)).filter(({ Field }) => Field === 'address_zip').map(({ To }) => To);
  expect(zips).toEqual(['01887', '02139-0012']);
  expect(await suite.upload(file, { query: '?Zeros=restore' })).toMatchObject({ Doubtful: 0 });
});

it.each([
  ['Birthday', 'unknown', 'Birthday is no day: write it as 2026-11-26, or empty the cell.'],
  ['E-Mail', 'none', 'E-Mail is no e-mail address such as ada@example.com: correct it, or empty the cell.'],
  ['TotalDebtAmount', 'much', 'TotalDebtAmount is no such number: it must be a number with at most 2 decimals. Write'],
  ['SMS opt in', 'perhaps', 'SMS opt in is neither yes nor no: write one, or empty the cell.'],
])('says of the column %s in words of a spreadsheet what is wrong with %s', async (title, value, message) => {
  const rows = await suite.rowsOf(await suite.upload(`Last name,${title}\nWorded,${value}\n`));
  expect(rows).toMatchObject([{ Line: 2, Action: 'Invalid', To: value, Message: expect.stringContaining(message) }]);
});

it('shows the stored value and that of the file with a doubt, and no secret', async () => {
  const id = await suite.added({ FirstName: 'Zora', LastName: 'Compared', address_zip: '01887' });
  const rows = await suite.rowsOf(await suite.upload(`ContactId,Zip Code,SSN\n${id},1887,123\n`));
  expect(rows.map(({ Field, From, To }) => [Field, From, To])).toContainEqual(['SSN', '', '***']);
  const [doubt] = await suite.rowsOf(await suite.upload(`ContactId,Zip Code\n${id},1887\n`));
  expect(doubt).toMatchObject({ Action: 'Doubtful', Field: 'address_zip', From: '01887', To: '1887' });
  expect(doubt.Message).toMatch(/^Zip Code has too few digits/);
});

it('refuses a text that is named as a workbook', async () => {
  const { body } = await suite.send('Last name\nText\n', { name: 'people.xlsx' }).expect(400);
  expect(body.ResponseStatus.Message).toContain('is named .xlsx, but is a text');
});

it('lists each line once, with the number of its rows and problems, by reason', async () => {
  const shown = await suite.upload(doubtful('lined'));
  const linesOf = async (query: string) => {
    const path = `/v1/Imports/${shown.ImportId}/Lines${query}`;
    return (await suite.app.http.get(path).set(suite.admin).expect(200)).body.Lines as Record<string, unknown>[];
  };
  const rows = await suite.rowsOf(shown);
  const all = await linesOf('');
  expect(all.map(({ Line, Action, Problems }) => [Line, Action, Problems])).toEqual([
    ...[[2, 'Doubtful', 1] as const, [3, 'Doubtful', 1] as const],
    ...[[4, 'Doubtful', 1] as const, [5, 'Doubtful', 2] as const],
  ]);
  expect(all.map(({ Rows }) => Rows)).toEqual([2, 3, 4, 5].map((at) => rows.filter(({ Line }) => Line === at).length));
  expect((await linesOf('?Reason=Duplicate')).map(({ Line }) => Line)).toEqual([4, 5]);
  expect((await linesOf('?ProblemsGreaterThanOrEqualTo=2')).map(({ Line }) => Line)).toEqual([5]);
  await suite.app.http.get(`/v1/Imports/${shown.ImportId}/Lines`).set(suite.agent).expect(404);
});
