import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../../test/support/app/app.js';
import { pdf, upload } from '../../../../test/support/data/files.js';
import { store } from '../../../../test/support/data/rows.js';
import { interleavingIn } from '../../../../test/support/suites/meanwhile.js';
import { quoted } from '../../../database/sql/quoted.js';
import { EventTypesService } from '../../eventtypes/eventtypes.service.js';
import { FilesService } from '../../files/files.service.js';
import { MessagesService } from '../../messages/messages.service.js';
import { PersonService } from './person.service.js';

let app: TestApp;
let admin: { Authorization: string };
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('Administrator');
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const meanwhile = interleavingIn(() => app);
const person = (ContactId: number, Name: string) => store(app, 'Contact', [{ ContactId, Name }]);
const erase = (id: number, key?: string) =>
  app.http
    .post(`/v1/Contacts/${id}/Erase`)
    .set({ ...admin, ...(key !== undefined && { 'Idempotency-Key': key }) })
    .send({ OwnPassword: password })
    .expect(200);
/**
 * Sends a call, and interrupts it by an erasure that has looked for rows and copies, and commits only when the call has
 * been answered.
 */
async function duringErasure<T extends object>(
  id: number,
  place: Parameters<typeof meanwhile<T, unknown>>[0],
  call: () => PromiseLike<unknown>,
): Promise<void> {
  const answered = new AbortController();
  const erased = new EventEmitter();
  const interruption = meanwhile(place, async () => {
    const erasing = app.db.tx(async () => {
      await app.get(PersonService).erase(id);
      erased.emit('erased');
      // A call that waits for the erasure is answered only after the commit.
      await setTimeout(1500, undefined, { signal: answered.signal }).catch(() => undefined);
    });
    await Promise.race([once(erased, 'erased'), erasing]);
    return { erasing };
  });
  await call();
  answered.abort();
  await (
    await interruption
  ).erasing;
}

/** A call whose response names a person, although it locks no row of the person. */
const nameIn = (key: string, EventTypeName: string) =>
  app.http
    .post('/v1/EventType')
    .set({ ...admin, 'Idempotency-Key': key })
    .send({ EventTypeName, EventCategory: 'Service' });
const sizeOf = async (key: string) =>
  (await app.db.one<{ AnswerSize: number }>(
    sql`SELECT AnswerSize FROM idempotency_keys WHERE ${quoted('Key')} = ${key}`,
  ))!.AnswerSize;

describe('the response of a call with an Idempotency-Key', () => {
  it('is not stored if a person was erased during the call', async () => {
    await person(1, 'Qvkeyx Erasedkey');
    const erased = meanwhile([EventTypesService, 'add', 'after'], () => erase(1));
    await nameIn('during', 'Call Qvkeyx Erasedkey').expect(200);
    await erased;
    // On SQLite the erasure waits for the call, and then finds the response.
    expect(await sizeOf('during')).toBeLessThanOrEqual(0);
    const { text } = await nameIn('during', 'Call Qvkeyx Erasedkey');
    expect(text).not.toContain('Erasedkey');
  });

  it('is not stored if an erasure has begun and is not committed yet', async () => {
    await person(2, 'Qvopenx Erasedopen');
    await duringErasure(2, [EventTypesService, 'add', 'after'], () =>
      nameIn('open', 'Call Qvopenx Erasedopen').expect(200),
    );
    expect(await sizeOf('open')).toBeLessThanOrEqual(0);
  });

  it('is stored if nobody was erased during the call, and if the call itself erased a contact', async () => {
    await person(3, 'Qvownx Erasedown');
    await nameIn('quiet', 'Call nobody').expect(200);
    expect(await sizeOf('quiet')).toBeGreaterThan(0);
    const first = await erase(3, 'own');
    expect(first.headers).not.toHaveProperty('idempotency-response');
    expect((await erase(3, 'own')).text).toBe(first.text);
  });
});

it('a call without an Idempotency-Key reads no state of erasures', async () => {
  const reads = jest.spyOn(app.db, 'one');
  await app.http
    .post('/v1/EventType')
    .set(admin)
    .send({ EventTypeName: 'Plain', EventCategory: 'Service' })
    .expect(200);
  expect(reads.mock.calls.filter(([query]) => query.sql.includes('service_meta'))).toEqual([]);
});

it('an erasure that runs beside the upload of a document leaves no document of the person', async () => {
  await person(4, 'Qvdocx Eraseddoc');
  const { AttachmentId } = await upload(app, admin, pdf());
  const document = { TableName: 'Contact', RecordId: 4, AttachmentId, Description: 'Qvdocx' };
  const add = () => app.http.post('/v1/Dropbox/Documents').set(admin).send(document);
  await duringErasure(4, [FilesService, 'claim', 'after'], add);
  expect(await app.db.all(sql`SELECT * FROM documents WHERE RecordId = 4`)).toEqual([]);
});

it.each(['post', 'delete'] as const)(
  'the %s of a message that an erasure removes meanwhile is no failure',
  async (verb) => {
    const [id, at] = verb === 'post' ? [5, '2026-03-01'] : [6, '2026-03-02'];
    await person(id, `Qvmessagex ${verb}`);
    const message = {
      Kind: 'AppointmentMade',
      Channel: 'Mail',
      State: 'NotSent',
      Record: 'Appointment',
      RecordId: '0',
    };
    const times = { CreatedAt: `${at}T10:00:00.0000000`, GiveUpAt: `${at}T11:00:00.0000000` };
    await store(app, 'Message', [{ ...message, ...times, MessageId: id, ContactId: id, Recipient: 'q@example.com' }]);
    const erased = meanwhile([MessagesService, 'read', 'after'], () => erase(id));
    const { status } = await app.http[verb](`/v1/Messages/${id}${verb === 'post' ? '/Resend' : ''}`).set(admin);
    await erased;
    expect(status).toBeLessThan(500);
  },
);
