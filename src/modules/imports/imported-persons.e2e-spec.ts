import workers from 'node:worker_threads';
import sql from 'sql-template-tag';
import { startImports, type ImportSuite, type ShownImport } from '../../../test/support/suites/imports.js';
import { workbookFile } from '../../../test/support/clients/workbook-file.js';
import { noSuch, Unavailable } from '../../errors/errors.js';
import { FilesService } from '../files/files.service.js';
import { demoPassword } from '../../../test/support/app/demo-app.js';

let suite: ImportSuite;
let count = 0;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

interface Erased {
  Set: string;
  Records: number;
  Outcome: string;
}

/** Adds a contact whose names and addresses no other contact has. */
async function person() {
  const word = `Qzyw${'abcdefghij'[count++]}x`;
  const EmailWork = `${word}@example.com`.toLowerCase();
  const Phone = `505-555-01${30 + count}`;
  const id = await suite.added({ FirstName: word, LastName: `${word}son`, EmailWork, Phone });
  return { id, word, EmailWork, Phone };
}
const erase = async (id: number, dryRun = false): Promise<Erased[]> =>
  (
    await suite.app.http
      .post(`/v1/Contacts/${id}/Erase`)
      .set(suite.admin)
      .send({ OwnPassword: demoPassword, dryRun })
      .expect(200)
  ).body.Erased as Erased[];
const importsIn = (erased: readonly Erased[]) => erased.filter(({ Set }) => Set === 'imports');

/** Expects that the import has ended, and that nothing in the database about it has the word. */
async function expectEnded({ ImportId }: ShownImport, word: string): Promise<void> {
  const { app, admin } = suite;
  const options = app.http
    .put(`/v1/Imports/${ImportId}`)
    .set(admin)
    .send({ Options: { Blank: 'keep' } });
  expect((await options).status).toBe(410);
  const tables = [
    await app.db.all(sql`SELECT * FROM imports WHERE ImportId = ${ImportId}`),
    await app.db.all(
      sql`SELECT r.* FROM import_rows r JOIN imports i ON i.LogId = r.LogId WHERE i.ImportId = ${ImportId}`,
    ),
  ];
  expect(JSON.stringify(tables).toLowerCase()).not.toContain(word.toLowerCase());
}

describe('an erasure', () => {
  it.each<[string, (one: Awaited<ReturnType<typeof person>>) => string]>([
    ['the id', ({ id }) => `ContactId,Title\n${id},Dr\n`],
    ['the id in an unchanged line', ({ id }) => `ContactId,Title\n${id},\n`],
    ['the name', ({ word }) => `FirstName,LastName,StateID\n${word},${word}son,x\n`],
    ['the full name in a column that is left alone', ({ word }) => `LastName,Client\nOther,${word} ${word}son\n`],
    ['the e-mail address', ({ EmailWork }) => `LastName,EmailPersonal\nOther,${EmailWork.toUpperCase()}\n`],
    ['the telephone number', ({ Phone }) => `LastName,PhoneAlt\nOther,+1 ${Phone}\n`],
  ])('ends a preview with %s, and its dry run says so', async (_, file) => {
    const one = await person();
    const other = await suite.upload('LastName,Title\nUnrelated,Dr\n');
    const shown = await suite.upload(file(one), { name: `${one.word} ${one.word}son.csv` });
    expect(importsIn(await erase(one.id, true))).toMatchObject([{ Records: 1, Outcome: 'Kept' }]);
    expect(importsIn(await erase(one.id))).toMatchObject([{ Records: 1, Outcome: 'Kept' }]);
    await expectEnded(shown, one.word);
    await suite.run(shown).expect(410);
    expect(await suite.change(other, { Blank: 'keep' })).toMatchObject({ State: 'Previewed', Inserted: 1 });
  });

  it('finds the person in a workbook', async () => {
    const one = await person();
    const file = await workbookFile([
      ['First Name', 'Last Name'],
      [one.word, `${one.word}son`],
    ]);
    const shown = await suite.upload(file, { name: 'people.xlsx' });
    await erase(one.id);
    await expectEnded(shown, one.word);
  });

  it.each([new Unavailable(), new Error('The connection was closed.')])(
    'answers 503 and ends no import while the store of files fails with %s',
    async (failure) => {
      const one = await person();
      const shown = await suite.upload('LastName,Title\nFailing,Dr\n');
      const read = () => Promise.reject(failure);
      const content = jest.spyOn(suite.app.get(FilesService), 'content').mockResolvedValue({ size: 9, read });
      const answer = await suite.app.http
        .post(`/v1/Contacts/${one.id}/Erase`)
        .set(suite.admin)
        .send({ OwnPassword: demoPassword });
      content.mockRestore();
      expect(answer.status).toBe(503);
      expect(await suite.contact(one.id)).toMatchObject({ FirstName: one.word });
      expect(await suite.change(shown, { Blank: 'keep' })).toMatchObject({ State: 'Previewed', Inserted: 1 });
      expect(importsIn(await erase(one.id))).toEqual([]);
    },
  );

  it('reads the files of all imports in one Worker', async () => {
    const one = await person();
    for (const title of ['Dr', 'Ms', 'Mr']) await suite.upload(`LastName,Title\nMany,${title}\n`);
    const { Worker } = workers;
    const started = jest.spyOn(workers, 'Worker').mockImplementation((...given) => new Worker(...given));
    await erase(one.id, true);
    expect(started).toHaveBeenCalledTimes(1);
    started.mockRestore();
  });

  it('ends an import whose file is missing in the store, because the file may have the person', async () => {
    const one = await person();
    const shown = await suite.upload('LastName,Title\nMissing,Dr\n');
    const content = jest.spyOn(suite.app.get(FilesService), 'content').mockRejectedValue(noSuch('file'));
    await erase(one.id);
    content.mockRestore();
    await suite.run(shown).expect(410);
  });

  it('removes the lines of the person from a run, of which the rest can be undone', async () => {
    const one = await person();
    const kept = await suite.added({ LastName: 'Kept', Title: 'Ms' });
    const shown = await suite.done(`ContactId,Title\n${one.id},Dr\n${kept},Dr\n`);
    await erase(one.id);
    expect((await suite.rowsOf(shown)).map(({ Key }) => Key)).toEqual([String(kept)]);
    const { body } = await suite.undo(shown).expect(200);
    expect(body).toMatchObject({ Imports: [{ State: 'Undone', FileName: '' }], LeftBehind: [] });
    expect(await suite.contact(kept)).toMatchObject({ Title: 'Ms' });
  });

  it('removes the answers that are kept for calls with an Idempotency-Key: 410 afterwards', async () => {
    const one = await person();
    const key = { 'Idempotency-Key': `copy-${one.id}` };
    const change = () =>
      suite.app.http
        .put(`/v1/Contacts/${one.id}`)
        .set({ ...suite.agent, ...key })
        .send({ Title: 'Dr' });
    await change().expect(200);
    const dry = await erase(one.id, true);
    expect(dry).toContainEqual(expect.objectContaining({ Set: 'idempotency-keys', Records: 1 }));
    await erase(one.id);
    await change().expect(410);
  });
});

it('the export of a person lists the imports and the kept answers', async () => {
  const one = await person();
  const { ImportId } = await suite.upload(`ContactId,Title\n${one.id},Dr\n`, { name: 'mine.csv' });
  const Key = `answer-${one.id}`;
  await suite.app.http
    .put(`/v1/Contacts/${one.id}`)
    .set({ ...suite.agent, 'Idempotency-Key': Key })
    .send({ Title: 'Dr' })
    .expect(200);
  const { body } = await suite.app.http.get(`/v1/Contacts/${one.id}/Person`).set(suite.admin).expect(200);
  const values = body.Person as { Set: string; Field: string; Value: string }[];
  expect(values).toContainEqual(expect.objectContaining({ Set: 'imports', Field: 'ImportId', Value: ImportId }));
  expect(values).toContainEqual(expect.objectContaining({ Set: 'imports', Field: 'FileName', Value: 'mine.csv' }));
  expect(values).toContainEqual(expect.objectContaining({ Set: 'idempotency-keys', Field: 'Key', Value: Key }));
  expect(values.filter(({ Field }) => Field === 'Answer')).toEqual([]);
  await suite.app.http.get(`/v1/Contacts/${one.id}/Person/Files`).set(suite.admin).expect(200);
});
