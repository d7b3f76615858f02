import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Test } from 'supertest';
import { startImports, type ImportSuite, type ShownImport } from '../../../test/support/suites/imports.js';
import { demoPassword } from '../../../test/support/app/demo-app.js';
import { PersonService } from '../contacts/person/person.service.js';
import { PreviewsService } from './previews.service.js';

let suite: ImportSuite;
beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

type Kind = 'preview' | 'run';

/** Does something else when the next preview or run has read its file and tried its lines, and before it is stored. */
function meanwhile(kind: Kind, work: () => Promise<unknown>, when: 'before' | 'after' = 'after'): void {
  const previews = suite.app.get(PreviewsService);
  const original = (previews[kind] as (...given: unknown[]) => Promise<unknown>).bind(previews);
  jest.spyOn(previews, kind as 'preview').mockImplementationOnce((async (...given: unknown[]) => {
    if (when === 'before') await work();
    const result = await original(...given);
    if (when === 'after') await work();
    return result;
  }) as never);
}

const erase = (id: number) =>
  suite.app.http.post(`/v1/Contacts/${id}/Erase`).set(suite.admin).send({ OwnPassword: demoPassword }).expect(200);
const change = ({ ImportId }: ShownImport, Options: object) =>
  suite.app.http.put(`/v1/Imports/${ImportId}`).set(suite.admin).send({ Options });
const read = async ({ ImportId }: ShownImport): Promise<ShownImport> =>
  (await suite.app.http.get(`/v1/Imports/${ImportId}`).set(suite.admin).expect(200)).body.Imports[0] as ShownImport;
/** Whether anything that is stored about imports has the word. */
const isStored = async (word: string): Promise<boolean> =>
  JSON.stringify([
    await suite.app.db.all(sql`SELECT * FROM import_rows`),
    await suite.app.db.all(sql`SELECT * FROM imports`),
  ])
    .toLowerCase()
    .includes(word.toLowerCase());

it('a run that waits for its turn imports nothing if the import was previewed anew meanwhile', async () => {
  const id = await suite.added({ LastName: 'Turnwait', Title: 'Ms' });
  const shown = await suite.upload(`ContactId,LastName,Title\n${id},Turnwait,\n`);
  meanwhile('run', () => change(shown, { Blank: 'clear' }).expect(200), 'before');
  await suite.run(shown).expect(409);
  expect(await read(shown)).toMatchObject({ State: 'Previewed', Updated: 1 });
  expect(await suite.contact(id)).toMatchObject({ Title: 'Ms' });
  await suite.run(shown).expect(200);
  expect((await suite.contact(id)).Title ?? '').toBe('');
});

it('a run that fails leaves the state of another run that has succeeded', async () => {
  const shown = await suite.upload('LastName,StateName\nTwice,Nowhereland\n');
  const { ImportId } = shown;
  meanwhile('run', async () => {
    await change(shown, { Map: { StateName: '' } }).expect(200);
    await suite.run(shown).expect(200);
  });
  await suite.run(shown).expect(400);
  expect(await read(shown)).toMatchObject({ State: 'Done', Inserted: 1 });
  await suite.undo({ ImportId }).expect(200);
});

it('a run that fails stores no rows about a person who was erased meanwhile', async () => {
  const id = await suite.added({ FirstName: 'Qvrunx', LastName: 'Erasedrun', Title: 'Ms' });
  const shown = await suite.upload(`ContactId,FirstName,DateOfBirth\n${id},Other,\n,New,someday\n`);
  meanwhile('run', () => erase(id));
  await suite.run(shown).expect(400);
  expect(await isStored('Qvrunx')).toBe(false);
});

it('an upload stores no rows about a person who was erased during its preview', async () => {
  const id = await suite.added({ FirstName: 'Qvupx', LastName: 'Erasedup', Title: 'Ms' });
  meanwhile('preview', () => erase(id));
  await suite.send(`ContactId,FirstName,Title\n${id},Other,Dr\n`).expect(409);
  expect(await isStored('Qvupx')).toBe(false);
});

it.each<[string, (id: number, shown: ShownImport) => Test]>([
  ['an upload', (id) => suite.send(`ContactId,FirstName,Title\n${id},Other,Dr\n`)],
  ['a preview anew', (_, shown) => change(shown, { Blank: 'clear' })],
])('%s stores nothing if the erasure of a person has begun and is not committed yet', async (_, call) => {
  const id = await suite.added({ FirstName: 'Qvwaitx', LastName: 'Erasedwait', Title: 'Ms' });
  const shown = await suite.upload('LastName\nSomebody\n');
  const events = new EventEmitter();
  let erasing: Promise<unknown> | undefined;
  meanwhile('preview', async () => {
    const erased = once(events, 'erased');
    erasing = suite.app.db.tx(async () => {
      await suite.app.get(PersonService).erase(id);
      events.emit('erased');
      // A call that does not wait for the erasure is answered before its commit.
      await Promise.race([once(events, 'answered'), setTimeout(500)]);
    });
    await erased;
  });
  const { status } = await call(id, shown);
  events.emit('answered');
  await erasing;
  expect(status).toBe(409);
  expect(await isStored('Qvwaitx')).toBe(false);
});

it('a preview anew stores no rows about a person who was erased during it', async () => {
  const id = await suite.added({ FirstName: 'Qvputx', LastName: 'Erasedput', Phone: '505-555-0191' });
  const shown = await suite.upload('LastName,Phone\nSomebody,505-555-0191; 505-555-0192\n');
  meanwhile('preview', () => erase(id));
  const { status } = await change(shown, { Match: 'phone' });
  expect(status).toBe(410);
  expect(await isStored('Qvputx')).toBe(false);
});

it.each<[string, string]>([
  ['two numbers in one cell', 'LastName,Phone\nSomebody,(505) 555-0171; 505-555-0172\n'],
  ['an address with a name', 'LastName,Note\nSomebody,Qv Formx <qvformx@example.com>\n'],
  ['two addresses in one cell', 'LastName,EmailWork\nSomebody,qvformx@example.com; other@example.com\n'],
  ['the last name first', 'Client,Title\n"Formson, Qvformx",Dr\n'],
  ['a name with an initial', 'Client,Title\nQvformx K. Formson,Dr\n'],
])('an erasure finds the person by %s', async (_, file) => {
  const fields = { FirstName: 'Qvformx', LastName: 'Formson', EmailWork: 'qvformx@example.com', Phone: '505-555-0171' };
  const id = await suite.added(fields);
  const shown = await suite.upload(file);
  await erase(id);
  const { status } = await change(shown, { Blank: 'keep' });
  expect(status).toBe(410);
});

it('an erasure finds the person in the rows of an import whose file an earlier erasure removed', async () => {
  const one = await suite.added({ FirstName: 'Qvfirstx', LastName: 'Firstson' });
  const two = await suite.added({ FirstName: 'Qvsecondx', LastName: 'Secondson', EmailWork: 'qvsecondx@example.com' });
  const three = await suite.added({ FirstName: 'Qvthirdx', LastName: 'Thirdson', Phone: '505-555-0161' });
  await suite.upload(
    'FirstName,LastName,EmailWork,Phone\nQvfirstx,Firstson,,\n' +
      'Qvsecondx,Secondson,QVSECONDX@example.com,\n' +
      'Somebody,Else,,(505) 555 0161\nQvthirdx,Thirdson,,\n',
  );
  await erase(one);
  expect(await isStored('Qvfirstx')).toBe(false);
  await erase(two);
  expect(await isStored('qvsecondx')).toBe(false);
  await erase(three);
  expect(await isStored('Qvthirdx')).toBe(false);
  expect(await isStored('0161')).toBe(false);
});

it('an undo leaves a contact that was merged into another since, and says so', async () => {
  const one = await suite.added({ LastName: 'Mergedone', Title: 'Ms', Phone: '720-555-0101', SMSOptIn: true });
  const other = await suite.added({ LastName: 'Mergedother', Phone: '720-555-0102', SMSOptIn: false });
  const shown = await suite.done(`ContactId,Title,SMSOptIn\n${one},Dr,false\n`);
  await suite.app.http
    .post(`/v1/Contacts/${other}/Merge`)
    .set(suite.admin)
    .send({ From: [one] })
    .expect(200);
  const { body } = await suite.undo(shown).expect(200);
  const LeftBehind = [
    { Line: 2, Key: String(one), Field: '', Message: `was merged into contact ${other} since the import.` },
  ];
  expect(body).toMatchObject({ Imports: [{ State: 'Done' }], LeftBehind });
  expect(await suite.contact(other)).toMatchObject({ Title: 'Dr', SMSOptIn: false });
});

it('a preview anew ends with 404 if the user and the imports of the user are removed meanwhile', async () => {
  const shown = await suite.upload('LastName\nOfremoved\n');
  meanwhile('preview', () =>
    suite.app.db.tx(() => suite.app.db.execute(sql`DELETE FROM imports WHERE ImportId = ${shown.ImportId}`)),
  );
  await change(shown, { Blank: 'clear' }).expect(404);
});
