import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { TestApp } from './support/app/app.js';
import { asDemoUser, demoPassword, startDemo } from './support/app/demo-app.js';

type Auth = Record<'Authorization', string>;
interface Shown {
  ImportId: string;
  [field: string]: unknown;
}

/** A person of the operations team works with lists in a spreadsheet program. */
describe('a month with spreadsheets', () => {
  const soffice = process.env.TEST_SOFFICE ?? '/usr/bin/soffice';
  let app: TestApp;
  let folder: string;
  let operator: Auth;
  let colleague: Auth;

  beforeAll(async () => {
    app = await startDemo(60, { TIME_ZONE: 'America/New_York' });
    operator = await asDemoUser(app, 'admin@demo.test');
    colleague = await asDemoUser(app, 'agent@demo.test');
    folder = mkdtempSync(join(tmpdir(), 'agency-month-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });

  const added = async (fields: object): Promise<number> =>
    (await app.http.post('/v1/Contacts').set(colleague).send(fields).expect(200)).body.Contacts[0].ContactId as number;
  const contact = async (id: number): Promise<Record<string, unknown>> =>
    (await app.http.get(`/v1/Contacts/${id}`).set(operator).expect(200)).body.Contacts[0] as Record<string, unknown>;
  const download = async (ids: readonly number[], format: 'csv' | 'xlsx', fields: string): Promise<Buffer> => {
    const path = `/v1/Contacts.${format}?ContactIdIn=${ids.join(',')}&fields=${fields}`;
    const response = await fetch(app.url + path, { headers: operator });
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  };
  const upload = async (file: Buffer | string, name: string): Promise<Shown> =>
    (await app.http.post('/v1/Imports').set(operator).attach('file', Buffer.from(file), { filename: name }).expect(200))
      .body.Imports[0] as Shown;
  const rowsOf = async ({ ImportId }: Shown): Promise<Record<string, unknown>[]> =>
    (await app.http.get(`/v1/Imports/${ImportId}/Rows`).set(operator).expect(200)).body.Rows as Record<
      string,
      unknown
    >[];
  const run = async ({ ImportId }: Shown, body: object = {}): Promise<Shown> =>
    (await app.http.post(`/v1/Imports/${ImportId}/Run`).set(operator).send(body).expect(200)).body.Imports[0] as Shown;

  /** The workbook as LibreOffice saves it in a format after opening it. */
  async function saved(workbook: Buffer, format: string): Promise<Buffer> {
    const file = join(folder, 'list.xlsx');
    writeFileSync(file, workbook);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const to = join(folder, 'saved');
    await promisify(execFile)(soffice, [profile, '--headless', '--convert-to', format, '--outdir', to, file]);
    return readFileSync(join(to, `list.${format.split(':')[0]}`));
  }

  /** The CSV with another value in one cell of the row of a contact. */
  function corrected(csv: string, id: number, column: string, value: string): string {
    const [header, ...rows]: string[][] = parse(csv, { bom: true });
    const [key, at] = [header.indexOf('ContactId'), header.indexOf(column)];
    const cells = rows.map((row) => (row[key] === String(id) ? row.map((cell, i) => (i === at ? value : cell)) : row));
    return [header, ...cells].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  }

  (existsSync(soffice) ? it : it.skip)(
    'corrects a workbook in LibreOffice, and only the corrections arrive',
    async () => {
      const [first, second] = [
        await added({
          FirstName: 'Nora',
          LastName: 'Zero',
          address_zip: '02134',
          Phone: '0041 44 668 18 00',
          DateOfBirth: '1980-04-03',
        }),
        await added({ FirstName: 'Otto', LastName: 'Zero', address_zip: '00501', AdditionalInformation: '=SUM(A1)' }),
      ];
      const workbook = await download([first, second], 'xlsx', '');
      const untouched = await upload(await saved(workbook, 'xlsx'), 'untouched.xlsx');
      expect(await rowsOf(untouched)).toEqual([]);
      expect(untouched).toMatchObject({ Rows: 2, Unchanged: 2 });
      const text = (await saved(workbook, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true')).toString();
      const shown = await upload(corrected(text, first, 'Phone', '+41 44 668 18 01'), 'corrected.csv');
      expect((await rowsOf(shown)).map(({ Key, Field, Action }) => [Key, Field, Action])).toEqual([
        [String(first), 'Phone', 'Update'],
      ]);
      await run(shown);
      expect(await contact(first)).toMatchObject({ Phone: '+41 44 668 18 01', address_zip: '02134' });
      expect(await contact(second)).toMatchObject({ address_zip: '00501', AdditionalInformation: '=SUM(A1)' });
    },
  );

  it('does not import a row that a colleague has changed since the download, and names the colleague', async () => {
    const [mine, theirs] = [await added({ LastName: 'Mine' }), await added({ LastName: 'Theirs' })];
    const text = (await download([mine, theirs], 'csv', 'ContactId,LastName,Title,Version')).toString();
    await app.http.put(`/v1/Contacts/${theirs}`).set(colleague).send({ Title: 'Dr' }).expect(200);
    const both = corrected(corrected(text, mine, 'LastName', 'Myne'), theirs, 'LastName', 'Theyrs');
    const shown = await upload(both, 'names.csv');
    const doubt = (await rowsOf(shown)).find(({ ErrorCode }) => ErrorCode === 'Mismatch');
    expect(doubt).toMatchObject({ Key: String(theirs), Message: expect.stringContaining('agent@demo.test') });
    expect(await run(shown)).toMatchObject({ State: 'Done', Updated: 1, Doubtful: 1 });
    expect([(await contact(mine)).LastName, (await contact(theirs)).LastName]).toEqual(['Myne', 'Theirs']);
    expect((await contact(theirs)).Title).toBe('Dr');
  });

  it('does not add a person erased after the download, and changes the remaining contact of a merge', async () => {
    const [erased, kept, merged] = [
      await added({ FirstName: 'Erased', LastName: 'Person', EmailWork: 'erased-person@example.com' }),
      await added({ FirstName: 'Kept', LastName: 'Person' }),
      await added({ FirstName: 'Merged', LastName: 'Person' }),
    ];
    const text = (
      await download([erased, kept, merged], 'csv', 'ContactId,FirstName,LastName,EmailWork,Title')
    ).toString();
    await app.http.post(`/v1/Contacts/${erased}/Erase`).set(operator).send({ OwnPassword: demoPassword }).expect(200);
    await app.http
      .post(`/v1/Contacts/${kept}/Merge`)
      .set(operator)
      .send({ From: [merged] })
      .expect(200);
    const shown = await upload(corrected(text, merged, 'Title', 'Prof'), 'before.csv');
    await run(shown);
    const actions = (await rowsOf(shown)).map(({ Line, Key, Action }) => [Line, Key, Action]);
    expect(actions).toEqual(
      expect.arrayContaining([
        [2, String(erased), 'Erased'],
        [4, String(kept), 'Merged'],
      ]),
    );
    const { body } = await app.http.get('/v1/Contacts?Search=erased-person@example.com').set(operator).expect(200);
    expect(body.Contacts).toEqual([]);
    expect(await contact(kept)).toMatchObject({ FirstName: 'Kept', Title: 'Prof' });
  });

  it('undoes a wrong import, and keeps a field that a colleague has changed since', async () => {
    const [one, two] = [await added({ LastName: 'One', Title: 'Ms' }), await added({ LastName: 'Two', Title: 'Mr' })];
    const shown = await upload(`ContactId,Title\n${one},Wrong\n${two},Wrong\n`, 'wrong.csv');
    await run(shown);
    await app.http.put(`/v1/Contacts/${two}`).set(colleague).send({ Title: 'Dr' }).expect(200);
    const undo = (body: object) =>
      app.http.post(`/v1/Imports/${shown.ImportId}/Undo`).set(operator).send(body).expect(200);
    const left = [expect.objectContaining({ Key: String(two), Field: 'Title' })];
    expect((await undo({ dryRun: true })).body.LeftBehind).toEqual(left);
    expect((await contact(one)).Title).toBe('Wrong');
    expect((await undo({})).body.LeftBehind).toEqual(left);
    expect([(await contact(one)).Title, (await contact(two)).Title]).toEqual(['Ms', 'Dr']);
    await upload('ContactId,Title\n1,Fine\n', 'right.csv');
    const again = await app.http.post(`/v1/Imports/${shown.ImportId}/Undo`).set(operator).send({}).expect(409);
    expect(again.body.ResponseStatus.Message).toContain('this one is Undone');
  });
});
