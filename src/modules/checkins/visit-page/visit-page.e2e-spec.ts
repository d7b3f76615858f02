import sql from 'sql-template-tag';
import type { Test } from 'supertest';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { pdf, png } from '../../../../test/support/data/files.js';
import { logLines } from '../../../../test/support/app/log-lines.js';
import {
  agent,
  desk,
  guidOf,
  line,
  newCustomer,
  north,
  question,
  seedVisits,
} from '../../../../test/support/data/visits.js';
import { TooManyRequests, Unavailable } from '../../../errors/errors.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { FileScanService } from '../../files/file-scan.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { VisitPagesService } from './visit-pages.service.js';

const now = '2026-03-10T09:00:00.0000000';
const yesterday = '2026-03-09T09:00:00.0000000';
const before = '2026-03-08T23:59:59.0000000';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({
    // The check for harmful content refuses a file if every line of it contains this word.
    ...{ CLOCK: now, FILE_LIMIT: '300000', FILE_SCAN_COMMAND: '/bin/grep -qv EICAR' },
    ...{ REQUESTS_PER_ADDRESS: '0' },
  });
  // Stop the jobs, because the job "close of day" would end visits of former days.
  await app.get(JobsService).onModuleDestroy();
  await seedVisits(app);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());
afterEach(async () => {
  jest.restoreAllMocks();
  await app.db.tx(() => app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL`));
});

/** The customers of the visits that were saved, by the visit's Id. */
const customerOf = new Map<string, string>();
const pathTo = (visit: string, CustomerId: string, of = app): string =>
  new URL(of.get(VisitLinksService).urlOf({ Id: visit, CustomerId })).pathname;
const pathOf = (visit: string, of = app): string => pathTo(visit, customerOf.get(visit) ?? guidOf(1), of);
const save = async (body: object): Promise<string> => {
  const answer = await app.http.post('/v1/CustomerCheckins').set(admin).send(body).expect(200);
  const [{ Id, CustomerId }] = answer.body.CustomerCheckins as { Id: string; CustomerId: string }[];
  customerOf.set(Id, CustomerId);
  return Id;
};
const checkIn = (more: object = {}): Promise<string> =>
  save({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more });
const visitOf = async (Id: string): Promise<Record<string, unknown>> =>
  (await app.http.get(`/v1/CustomerCheckins/${Id}`).set(admin).expect(200)).body.CustomerCheckins[0] as Record<
    string,
    unknown
  >;
const page = (visit: string, more = '') => app.http.get(pathOf(visit) + more);
const leave = (visit: string) => app.http.post(`${pathOf(visit)}/leave`);
/** Sends the form of a browser that keeps cookies. */
const answer = (visit: string, fields: object) =>
  app.http
    .post(`${pathOf(visit)}/questions`)
    .set('Cookie', 'typed=-')
    .type('form')
    .send(fields);
const handIn = (visit: string, content: Buffer, name = 'scan.pdf', of = line.b) =>
  app.http.post(`${pathOf(visit)}/documents?line=${of}`).attach('File', content, name);
/** Follows the redirect after a refused form, as a browser does, and returns the text of the page. */
async function refused(call: Test, language = 'en'): Promise<string> {
  const { headers } = await call.expect(303);
  const cookies = ((headers['set-cookie'] ?? []) as unknown as string[]).map((cookie) => cookie.split(';')[0]);
  const shown = app.http.get(headers.location).set('Accept-Language', language);
  return (await (cookies.length > 0 ? shown.set('Cookie', cookies.join('; ')) : shown).expect(200)).text;
}
const answersOf = (visit: string) =>
  app.db.all<{ Id: number; Answer: string }>(sql`SELECT a.Id AS Id, a.Answer AS Answer FROM line_answers a
    WHERE a.CustomerCheckInId = ${visit} ORDER BY a.Id`);
const auditOf = (operation: string) =>
  app.db.all<{ RecordId: string; UserId: string | null; Changes: string }>(sql`SELECT a.RecordId AS RecordId,
    a.UserId AS UserId, a.Changes AS Changes FROM audit a WHERE a.Operation = ${operation}`);
const gone =
  'This link is not valid any more, or not complete. Please open it in the message again, or ask at the desk.';

describe('the page of a visit', () => {
  it('the page of a visit shows the location, the line, the place in the queue and the wait', async () => {
    for (const SignInTime of ['2026-03-10T08:40:00Z', '2026-03-10T08:50:00Z']) await checkIn({ SignInTime });
    const visit = await checkIn();
    const { text, headers } = await page(visit).expect(200);
    for (const part of ['<html lang="en">', 'North<br>Advice', '2 people are ahead of you.'])
      expect(text).toContain(part);
    expect(text).toMatch(/Expected wait: 25 min \(until about 9:25\sAM\)\./u);
    expect(text).toMatch(/data-late="Updated at 9:00\sAM, trying again\.">Updated at 9:00\sAM</u);
    expect(text).toContain('All times are by the clock of the office (Coordinated Universal Time).');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).toContain('<meta name="robots" content="noindex">');
    const first = await checkIn({ SignInTime: '2026-03-10T08:30:00Z' });
    expect((await page(first).expect(200)).text).toContain('It can be your turn at any moment');
  });

  it('the page of a visit shows the station after a call, and later that the visit has ended', async () => {
    const visit = await checkIn();
    const change = (Status: number) => save({ Id: visit, Status, StationId: desk.first });
    await change(1);
    const called = (await page(visit)).text;
    expect(called).toContain('<title>It is your turn: First</title>');
    expect(called).toContain('class="turn"');
    expect(called).toContain('It is your turn: please come to <strong>First</strong>');
    await change(2);
    const served = (await page(visit)).text;
    expect(served).toContain('please come to <strong>First</strong>');
    expect(served).not.toContain('Leave the queue');
    await change(3);
    expect((await page(visit)).text).toContain('Your visit has ended. Thank you');
    const missed = await checkIn();
    await save({ Id: missed, Status: 4 });
    expect((await page(missed)).text).toContain('You were called, and your visit has ended.');
  });

  it('the page of a visit counts the people before it who wait, and shows a long wait in hours', async () => {
    const early = await checkIn({ SignInTime: '2026-03-10T08:10:00Z' });
    const visits: string[] = [];
    for (let minute = 20; minute < 45; minute++)
      visits.push(await checkIn({ SignInTime: `2026-03-10T08:${minute}:00Z` }));
    const spanish = async (visit: string) => (await page(visit).set('Accept-Language', 'es')).text;
    expect((await page(visits[1])).text).toContain('2 people are ahead of you.');
    await save({ Id: early, Status: 1, StationId: desk.first });
    expect((await page(visits[0])).text).toContain('You are next in line.');
    expect((await page(visits[1])).text).toContain('1 person is ahead of you.');
    expect(await spanish(visits[1])).toContain('Hay 1 persona antes que usted.');
    expect(await spanish(visits[2])).toContain('Hay 2 personas antes que usted.');
    const last = await page(visits[24]);
    expect(last.text).toMatch(/Expected wait: \d h \d\d \(until about 1?\d:\d\d\sPM\)\./u);
    expect(await spanish(visits[24])).toMatch(
      /Espera prevista: \d h \d\d \(hora aproximada: 1?\d:\d\d\sp\.\s?m\.\)\./u,
    );
    expect(await spanish(early)).toContain('<title>Es su turno: First</title>');
  });

  it('the page of a visit is in Spanish for a browser that prefers Spanish', async () => {
    const visit = await checkIn();
    const { text } = await page(visit).set('Accept-Language', 'es-MX,en;q=0.5').expect(200);
    for (const part of ['<html lang="es">', 'Usted es la siguiente persona de la fila.', 'Salir de la fila'])
      expect(text).toContain(part);
  });

  it('the page of a visit shows nothing of other people, and neither name nor ids of its customer', async () => {
    const people = ['Zelda Ahead', 'Quentin Behind', 'Own Customer'].map((Name, index) => ({
      ...{ Name, LastName: Name, ContactId: undefined, AgentId: agent.own, ContactGUID: guidOf(7001 + index) },
    }));
    const visits: string[] = [];
    for (const { ContactGUID, Name } of people) {
      const CustomerId = newCustomer();
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET Name = ${Name}, ContactGUID = ${ContactGUID}
          WHERE ContactGUID = ${CustomerId}`),
      );
      const EmployeeId = await app.userOf('Agent', agent.own);
      visits.push(await checkIn({ CustomerId: ContactGUID, EmployeeId, LineIds: [line.a, line.b] }));
    }
    await answer(visits[2], { [`Answer${question.a1}`]: 'A private answer' }).expect(303);
    for (const part of ['', '/leave', '/questions', '/documents']) {
      const { text } = await page(visits[2], part).expect(200);
      for (const { Name, ContactGUID } of people) {
        expect(text).not.toContain(Name.split(' ')[0]);
        expect(text).not.toContain(ContactGUID);
      }
      for (const id of visits) expect(text).not.toContain(id);
      expect(text).not.toContain('A private answer');
      expect(text).not.toContain('agent-1@example.test');
    }
  });

  it('the page of a visit answers the same 404 for a token that is wrong, expired or of no visit', async () => {
    const token = pathOf(await checkIn());
    const expired = pathOf(await checkIn({ SignInTime: before }));
    const paths = [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, expired, pathOf(guidOf(1)), '/visit/x'];
    const texts = new Set<string>();
    for (const path of paths) {
      for (const part of ['', '/leave', '/questions', '/documents'])
        texts.add((await app.http.get(path + part).expect(404)).text);
      for (const part of ['/leave', '/questions', `/documents?line=${line.b}`])
        texts.add((await app.http.post(path + part).expect(404)).text);
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).toContain(gone);
  });

  it('a link to the page of a visit ends when the visit gets another customer', async () => {
    const visit = await checkIn();
    const former = pathOf(visit);
    await save({ Id: visit, CustomerId: newCustomer() });
    for (const part of ['', '/leave', '/questions', '/documents'])
      expect((await app.http.get(former + part).expect(404)).text).toContain(gone);
    await app.http.post(`${former}/leave`).expect(404);
    await app.http
      .post(`${former}/questions`)
      .type('form')
      .send({ [`Answer${question.a1}`]: 'Late' })
      .expect(404);
    await app.http.post(`${former}/documents?line=${line.b}`).attach('File', pdf(), 'scan.pdf').expect(404);
    expect(await visitOf(visit)).toMatchObject({ Status: 0 });
    await page(visit).expect(200);
  });

  it('a link to the page of a visit stays valid when its customer is merged, twice', async () => {
    const [visit, second, survivor] = [await checkIn(), newCustomer(), newCustomer()];
    const link = pathOf(visit);
    const idOf = async (guid: string) =>
      (await app.db.one<{ Id: number }>(sql`SELECT ContactId AS Id FROM contacts WHERE ContactGUID = ${guid}`))!.Id;
    for (const [from, into] of [
      [customerOf.get(visit)!, second],
      [second, survivor],
    ]) {
      const From = [await idOf(from)];
      await app.http
        .post(`/v1/Contacts/${await idOf(into)}/Merge`)
        .set(admin)
        .send({ From })
        .expect(200);
      await app.http.get(link).expect(200);
    }
    expect(await visitOf(visit)).toMatchObject({ CustomerId: survivor });
    await app.http.get(pathTo(visit, survivor)).expect(200);
  });

  it("the page of yesterday's visit shows that the visit has ended, and refuses changes", async () => {
    const visit = await checkIn({ SignInTime: yesterday });
    expect((await page(visit).expect(200)).text).toContain('Your visit has ended.');
    expect(await refused(leave(visit))).toContain('so nothing was changed');
    expect(await refused(answer(visit, { [`Answer${question.a1}`]: 'Late' }))).toContain('so nothing was changed');
    expect(await visitOf(visit)).toMatchObject({ Status: 0 });
    expect(await answersOf(visit)).toEqual([]);
  });

  it('limits the requests that one IP address sends to the pages of visits', async () => {
    const other = await startApp({ DATABASE_URL: app.database, REQUESTS_PER_ADDRESS: '3', CLOCK: now });
    const path = pathOf(await checkIn(), other);
    for (let call = 0; call < 3; call++) await other.http.get(path).expect(200);
    await other.http.get(path).expect(429);
    await other.http.post(`${path}/leave`).expect(429);
    await other.close();
  });
});

describe('leaving the queue', () => {
  it('the page asks before the customer leaves the queue, cancels the visit, and ignores a second click', async () => {
    const visit = await checkIn({ SignInTime: '2026-03-10T08:40:00Z' });
    const [second, next] = [
      await checkIn({ SignInTime: '2026-03-10T08:50:00Z' }),
      await checkIn({ SendReminders: true }),
    ];
    expect((await page(visit, '/leave').expect(200)).text).toContain('Do you want to leave the queue?');
    expect(await visitOf(visit)).toMatchObject({ Status: 0 });
    for (let time = 0; time < 2; time++) expect((await leave(visit).expect(303)).headers.location).toBe(pathOf(visit));
    expect(await visitOf(visit)).toMatchObject({ Status: 5 });
    const { text } = await page(visit).expect(200);
    expect(text).toContain('This visit is cancelled.');
    expect(text).not.toContain('/leave');
    expect((await page(visit, '/leave').expect(303)).headers.location).toBe(pathOf(visit));
    expect((await page(second)).text).toContain('You are next in line.');
    // The next customer gets the message that it is nearly their turn, as after a visit that staff cancel.
    const messages = await app.db.all<{ Kind: string }>(sql`SELECT m.Kind AS Kind FROM messages m
      WHERE m.RecordId = ${next} ORDER BY m.MessageId`);
    expect(messages.map(({ Kind }) => Kind)).toEqual(['VisitCheckedIn', 'VisitNext']);
    const audit = (await auditOf('leaveVisit')).filter(({ RecordId }) => RecordId === visit);
    expect(audit).toMatchObject([{ UserId: null }]);
  });

  it('the page does not let a customer leave the queue during and after the service', async () => {
    const visit = await checkIn();
    await save({ Id: visit, Status: 2 });
    expect(await refused(leave(visit))).toContain('You are being served.');
    await save({ Id: visit, Status: 3 });
    expect(await refused(leave(visit), 'es')).toContain('Su visita ha terminado, por eso');
    expect(await visitOf(visit)).toMatchObject({ Status: 3 });
  });
});

describe('the questions', () => {
  it('the page saves answers to the questions, and an empty field leaves an answer unchanged', async () => {
    const visit = await checkIn();
    expect((await page(visit)).text).toContain('2 without an answer');
    await answer(visit, { [`Answer${question.a1}`]: 'A friend\r\ntold me', [`Answer${question.a2}`]: '' }).expect(303);
    expect(await answersOf(visit)).toEqual([{ Id: question.a1, Answer: 'A friend\ntold me' }]);
    expect((await page(visit, '/questions')).text).toContain('You have answered this question.');
    await answer(visit, { [`Answer${question.a1}`]: ' ', [`Answer${question.a2}`]: 'Money' }).expect(303);
    expect(await answersOf(visit)).toEqual([
      { Id: question.a1, Answer: 'A friend\ntold me' },
      { Id: question.a2, Answer: 'Money' },
    ]);
    expect(await visitOf(visit)).toMatchObject({ QuestionnaireSubmitted: true });
    expect((await page(visit)).text).toContain('all answered');
    expect((await auditOf('answerVisitQuestions')).length).toBeGreaterThan(0);
  });

  it('the page shows the error of an invalid answer beside its field, keeps the text, and saves nothing', async () => {
    const visit = await checkIn();
    const bad = { [`Answer${question.a1}`]: 'x'.repeat(4001), [`Answer${question.a2}`]: '<b>Typed & kept</b>' };
    const long = (await answer(visit, bad).set('Accept-Language', 'es').expect(400)).text;
    expect(long).toContain(`<strong id="Answer${question.a1}-error" class="error">Escriba como máximo 4.000`);
    expect(long).toContain('&lt;b&gt;Typed &amp; kept&lt;');
    expect(await refused(answer(visit, {}))).toContain('Please answer at least one question.');
    const short = { ...bad, [`Answer${question.a1}`]: 'a\u0000b' };
    const text = await refused(answer(visit, short), 'es');
    expect(text).toContain(`<strong id="Answer${question.a1}-error" class="error">Escriba como máximo 4.000`);
    expect(text).not.toContain(`Answer${question.a2}-error`);
    expect(text).toContain('&lt;b&gt;Typed &amp; kept&lt;');
    expect((await answer(visit, { Answer1: 'x'.repeat(300_000) }).expect(413)).text).toContain('are too long');
    const many = app.http.post(`${pathOf(visit)}/questions`).type('form');
    expect((await many.send('a&'.repeat(100_000)).expect(413)).text).toContain('are too long');
    expect(await answersOf(visit)).toEqual([]);
  });

  it('the page shows refused answers with what was typed to a browser without cookies', async () => {
    const visit = await checkIn();
    const { headers } = await page(visit, '/questions');
    expect(headers['set-cookie'][0]).toMatch(/^typed=-; Max-Age=86400; .*HttpOnly; SameSite=Strict$/);
    expect((await page(visit, '/questions').set('Cookie', 'typed=-')).text).not.toContain('role="alert"');
    const bad = { [`Answer${question.a1}`]: 'a\u0000b', [`Answer${question.a2}`]: 'Typed & kept' };
    const { text } = await answer(visit, bad).set('Cookie', '').expect(400);
    expect(text).toContain(`id="Answer${question.a1}-error"`);
    expect(text).toContain('Typed &amp; kept');
    expect(await answersOf(visit)).toEqual([]);
  });

  it('the page saves no answer if one of the questions was retired in the meantime', async () => {
    const visit = await checkIn();
    const pages = app.get(VisitPagesService);
    const write = pages.answer.bind(pages);
    const retire = (Active: number) =>
      app.db.tx(() => app.db.execute(sql`UPDATE line_questions SET Active = ${Active} WHERE Id = ${question.a1}`));
    jest.spyOn(pages, 'answer').mockImplementationOnce(async (...sent) => {
      await retire(0);
      await write(...sent);
    });
    const sent = { [`Answer${question.a1}`]: 'Late', [`Answer${question.a2}`]: 'Late' };
    expect(await refused(answer(visit, sent))).toContain('Your visit has changed in the meantime.');
    expect(await answersOf(visit)).toEqual([]);
    await retire(1);
  });

  it('the page ignores answers to questions that are retired or of other lines', async () => {
    const visit = await checkIn();
    const others = { [`Answer${question.b1}`]: 'No', [`Answer${question.retired}`]: 'No', constructor: 'No' };
    expect(await refused(answer(visit, others))).toContain('Please answer at least one question.');
    await answer(visit, { ...others, [`Answer${question.a1}`]: 'Yes' }).expect(303);
    expect(await answersOf(visit)).toEqual([{ Id: question.a1, Answer: 'Yes' }]);
  });
});

describe('the documents', () => {
  const missing = async (visit: string): Promise<unknown> =>
    (await app.http.get(`/v1/CustomerCheckins/${visit}/Documents`).set(admin).expect(200)).body;
  const files = () => app.db.all(sql`SELECT f.AttachmentId FROM files f ORDER BY f.AttachmentId`);

  it('the page takes documents for the lines that require an upload', async () => {
    const former = (await auditOf('handInVisitDocument')).length;
    const visit = await checkIn({ LineIds: [line.a, line.b] });
    expect((await page(visit)).text).toContain('1 missing');
    const asked = (await page(visit, '/documents')).text;
    expect(asked).toContain('Billing');
    expect(asked).toContain(`<small id="file-${line.b}-rules">A picture, a PDF,`);
    expect(asked).toContain('of at most 0.3 MB.</small>');
    const { headers } = await handIn(visit, pdf(200_000), 'Factura nº 7.html').expect(303);
    expect(headers.location).toBe(pathOf(visit));
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(new RegExp(`Max-Age=60; Path=${pathOf(visit)}; .*HttpOnly; SameSite=Strict$`));
    for (const [language, told] of [
      ['en', 'We have received'],
      ['es', 'Hemos recibido'],
    ]) {
      const shown = page(visit).set('Accept-Language', language);
      expect((await shown.set('Cookie', cookie.split(';')[0])).text).toContain(`${told} Factura nº 7.html.pdf.`);
      const another = page(visit).set('Accept-Language', language).set('Cookie', 'file=%E0%A4%A');
      expect((await another.expect(200)).text).not.toContain(told);
    }
    expect((await page(visit)).text).not.toContain('Factura');
    expect(await missing(visit)).toMatchObject({
      Documents: [{ LineId: line.b, AttachmentName: 'Factura nº 7.html.pdf', MimeType: 'application/pdf' }],
      Missing: [],
    });
    expect((await page(visit)).text).toContain('all received');
    await handIn(visit, png, 'back.png').expect(303);
    expect((await page(visit, '/documents')).text).toContain('Received: 2');
    const audit = (await auditOf('handInVisitDocument')).slice(former);
    expect(audit.map(({ Changes }) => Changes.match(/"Record":"\w+"/g))).toEqual(
      [1, 2].map(() => ['StoredFile', 'Document', 'VisitDocumentLink'].map((name) => `"Record":"${name}"`)),
    );
  });

  it('the page stores nothing of a refused file, and says why it was refused', async () => {
    const visit = await checkIn({ LineId: line.b });
    const stored = await files();
    const post = () => app.http.post(`${pathOf(visit)}/documents?line=${line.b}`);
    for (const [call, text] of [
      [handIn(visit, Buffer.from('<html>'), 'a.pdf'), 'Please choose a picture, a PDF'],
      [handIn(visit, Buffer.alloc(0), ''), 'Please choose a file that is not empty.'],
      [post().field('File', 'text'), 'Please choose a file that is not empty.'],
      [post(), 'Please choose a file that is not empty.'],
      [handIn(visit, pdf(300_001)), 'The file is too large. It can have at most 0.3 MB.'],
      [handIn(visit, pdf(2_000_000)), 'The file is too large.'],
      [handIn(visit, Buffer.from('EICAR')), 'This file was refused by the check for harmful content.'],
    ] as const) {
      const shown = await refused(call);
      expect(shown).toContain('autofocus>Nothing is sent yet.');
      expect(shown).toContain('<title>Error: ');
      expect(shown).toContain(`<strong id="file-${line.b}-error" class="error">${text}`);
    }
    expect(await files()).toEqual(stored);
    expect(await missing(visit)).toMatchObject({ Documents: [], Missing: [{ LineId: line.b }] });
  });

  it('the page asks the customer to try again later if a file cannot be checked now', async () => {
    const visit = await checkIn({ LineId: line.b });
    const stored = await files();
    const check = jest.spyOn(app.get(FileScanService), 'check');
    for (const error of [new Unavailable('Later.', { retryAfter: 60 }), new TooManyRequests('Later.', 60)]) {
      check.mockRejectedValueOnce(error);
      expect(await refused(handIn(visit, png), 'es')).toContain('>No se puede recibir el archivo ahora.');
    }
    expect(await files()).toEqual(stored);
  });

  it('a visit without questions or requested documents has no empty page for them', async () => {
    const visit = await checkIn({ LineId: line.b });
    await app.db.tx(() => app.db.execute(sql`UPDATE line_questions SET Active = 0 WHERE Id = ${question.b1}`));
    expect((await page(visit, '/questions').expect(303)).headers.location).toBe(pathOf(visit));
    await app.db.tx(() => app.db.execute(sql`UPDATE line_questions SET Active = 1 WHERE Id = ${question.b1}`));
    await page(visit, '/documents').expect(200);
    const other = await checkIn({ LineId: line.a });
    expect((await page(other, '/documents').expect(303)).headers.location).toBe(pathOf(other));
  });

  it('the page accepts a document whose file has no name', async () => {
    const visit = await checkIn({ LineId: line.b });
    const head = 'Content-Disposition: form-data; name="File"\r\nContent-Type: application/octet-stream';
    await app.http
      .post(`${pathOf(visit)}/documents?line=${line.b}`)
      .type('multipart/form-data; boundary=x')
      .send(`--x\r\n${head}\r\n\r\nHello\r\n--x--\r\n`)
      .expect(303);
    expect(await missing(visit)).toMatchObject({ Documents: [{ AttachmentName: 'file.txt' }] });
  });

  it('the page refuses documents of lines that require none or of an ended visit, and the eleventh', async () => {
    const visit = await checkIn({ LineIds: [line.a, line.b] });
    await handIn(visit, png, 'a.png', line.a).expect(404);
    await handIn(visit, png, 'a.png', line.far).expect(404);
    const sent = Array.from({ length: 11 }, (_, index) => handIn(visit, Buffer.from(`Page ${index}`), 'page.txt'));
    const answered = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(answered).toEqual(Array.from({ length: 11 }, () => 303));
    const { body } = await app.http.get(`/v1/CustomerCheckins/${visit}/Documents`).set(admin).expect(200);
    expect(body.Documents).toHaveLength(10);
    expect(await refused(handIn(visit, png))).toContain('Your visit has enough documents.');
    await save({ Id: visit, Status: 3 });
    const stored = await files();
    expect(await refused(handIn(visit, png))).toContain('Your visit has ended');
    expect(await files()).toEqual(stored);
  });
});

it("no log line and no metric contains the token of a visit's page", async () => {
  const visit = await checkIn({ LineIds: [line.a, line.b] });
  const log = logLines(app);
  await page(visit).expect(200);
  await handIn(visit, Buffer.from('<html>')).expect(303);
  await leave(visit).expect(303);
  await leave(visit.replaceAll(/./g, 'f')).expect(404);
  const { text } = await app.http.get('/metrics').expect(200);
  const token = pathOf(visit).split('/')[2];
  expect(log.join()).toContain('/visit/{Token}/leave');
  expect(log.join() + text).not.toContain(token);
  expect(log.join() + text).not.toContain(pathOf(visit.replaceAll(/./g, 'f')).split('/')[2]);
});
