import sql from 'sql-template-tag';
import { JobsService } from '../src/jobs/jobs.service.js';
import type { Message } from '../src/modules/messages/message.entity.js';
import { SenderService } from '../src/modules/messages/sending/sender.service.js';
import { startApp, type TestApp } from './support/app/app.js';
import { store } from './support/data/rows.js';
import { agent, seedVisits } from './support/data/visits.js';
import { startTextGateway, type TextGateway } from './support/servers/mail-server.js';
import { until } from './support/time/until.js';

let app: TestApp;
let texts: TextGateway;
let admin: { Authorization: string };

beforeAll(async () => {
  texts = await startTextGateway();
  app = await startApp({
    ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0', SMS_URL: texts.url, QUIET_HOURS: 'none' },
  });
  await app.get(JobsService).onModuleDestroy();
  await seedVisits(app);
  await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
  admin = await app.as('Administrator');
});
afterAll(async () => {
  await app.close();
  await texts.close();
});

/** The number of the person `at`, of whose forms each is one way to write it. */
const digitsOf = (at: number): string => `505555${String(1000 + at)}`;
const forms: readonly ((digits: string) => string)[] = [
  (d) => `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
  (d) => `1-${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)}`,
  (d) => `\u202A+1 ${d}\u202C`,
  (d) => `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}, ext. 12`,
  (d) => `001${d}`,
  (d) => `${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)};ext=7`,
  (d) => `+1(${d.slice(0, 3)})\u00A0${d.slice(3)}`,
  (d) => `${d.slice(0, 6)} ${d.slice(6)} / 303-555-0101`,
];
const untextable = ['555-0146', '1-800-555-0199', '12345', '1-800-FLOWERS', '+44 20 7946 0019'];
const lastNames = [
  "'t Hart",
  'Kaʻimi',
  'O´Brien',
  'D′Angelo',
  '\u200BÁlvarez\u200B',
  'Müller ',
  'می\u200Cخواهم',
  'Lovelace',
];
/** How somebody types each of the names on a keyboard. */
const typed = ['t hart', "ka'imi", 'obrien', "d'ang", 'alvarez', 'muller', 'می\u200Cخواهم', 'LOVE'];
const people = 200;

function row(at: number): string {
  const phone =
    at % 10 === 9 ? untextable[Math.floor(at / 10) % untextable.length] : forms[at % forms.length](digitsOf(at));
  const cells = [` Guest${at}`, lastNames[at % lastNames.length], phone, 'true', String(agent.own), `Fair ${at};`];
  return cells.map((cell) => `"${cell}"`).join();
}

it('imports the untidy list of a fair, finds each person, and texts nobody else', async () => {
  const header = 'FirstName,LastName,Phone,SMSOptIn,AgentId,SourceNote';
  const lines = Array.from({ length: people }, (_, at) => [row(at), at % 25 === 0 ? '"","","","","",""' : ''])
    .flat()
    .filter((line) => line !== '');
  const upload = (file: string) =>
    app.http.post('/v1/Sets/contacts').set(admin).set('Content-Type', 'text/csv').send(file);
  const shortened = await upload([header, row(0), '"Eve","Short","5.06E+09","true","1",""'].join('\r\n')).expect(400);
  expect(JSON.stringify(shortened.body)).toContain('line 3.Phone');
  const { body } = await upload([header, ...lines].join('\r\n')).expect(200);
  expect(body).toMatchObject({ Read: people, Inserted: people });

  const owners = new Map<string, number>();
  for (let at = 0; at < people; at++) {
    const Search = `guest${at} ${typed[at % typed.length]}`;
    const found = await app.http
      .get('/v1/Contacts')
      .query({ Search, fields: 'ContactId,FirstName' })
      .set(admin)
      .expect(200);
    const own = (found.body.Contacts as { ContactId: number; FirstName: string }[]).filter(
      ({ FirstName }) => FirstName === `Guest${at}`,
    );
    expect([Search, own.length]).toEqual([Search, 1]);
    if (at % 10 !== 9) owners.set(`+1${digitsOf(at)}`, own[0].ContactId);
    await app.http
      .post('/v1/Appointments')
      .set(admin)
      .send({ ContactId: own[0].ContactId, AgentId: agent.own, EventTypeId: 1, StartDate: '2090-05-20' })
      .expect(200);
  }
  const all = sql`SELECT * FROM messages WHERE Record = 'Appointment'`;
  await until(async () => {
    await app.get(SenderService).send();
    return (await app.db.all<Message>(all)).every(({ State }) => State !== 'Pending');
  });
  expect(texts.received.map(({ to }) => to).sort()).toEqual([...owners.keys()].sort());
  const messages = await app.db.all<Message>(all);
  const sent = messages.filter(({ State }) => State === 'Sent');
  expect(sent.filter(({ Recipient, ContactId }) => owners.get(Recipient) !== ContactId)).toEqual([]);
  const others = messages.filter(({ State }) => State !== 'Sent');
  expect(others).toHaveLength(people / 10);
  for (const { State, LastError } of others)
    expect([State, LastError]).toEqual(['NotSent', expect.stringMatching(/no valid|toll-free|land line/)]);
});
