import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { line, seedVisits } from '../../../test/support/visits.js';
import { quoted } from '../../database/quoted.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const path = '/v1/webix/gantt/tasks';
const codeOf = (body: unknown): unknown =>
  (body as { ResponseStatus: { ErrorCode: unknown } }).ResponseStatus.ErrorCode;
const post = async (key: string, body: object, role: 'Agent' | 'Worker' = 'Agent') =>
  app.http
    .post(path)
    .set(await app.as(role))
    .set('Idempotency-Key', key)
    .send(body);
const made = async (text: string): Promise<number> =>
  (await app.db.all(sql`SELECT id FROM gantt_tasks WHERE text = ${text}`)).length;

describe('Idempotency-Key', () => {
  it('answers the first answer again, on another instance too', async () => {
    const first = await post('key-1', { text: 'once' });
    expect(first.status).toBe(200);
    const again = await post('key-1', { text: 'once' });
    expect([again.status, again.text, again.headers['content-type']]).toEqual([
      200,
      first.text,
      first.headers['content-type'],
    ]);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM gantt_tasks WHERE text = 'once'`));
    expect((await post('key-1', { text: 'once' })).text).toBe(first.text);
    expect(await made('once')).toBe(0);
  });

  it('refuses another request, and belongs to one user', async () => {
    await post('key-2', { text: 'mine' });
    const other = await post('key-2', { text: 'other' });
    expect([other.status, codeOf(other.body)]).toEqual([422, 'IdempotencyConflict']);
    expect((await post('key-2', { text: 'theirs' }, 'Worker')).status).toBe(200);
  });

  it('lets one of many concurrent calls through', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('key-3', { text: 'race' })));
    expect(await made('race')).toBe(1);
    const winners = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(winners.size).toBe(1);
    for (const { status, headers } of answers.filter((answer) => answer.status !== 200))
      expect([status, headers['retry-after']]).toEqual([409, '1']);
  });

  it('does not keep a call that failed', async () => {
    expect((await post('key-4', { text: 'bad', progress: 101 })).status).toBe(400);
    expect((await post('key-4', { text: 'good' })).status).toBe(200);
  });

  it('takes the place of a call whose process died, and is forgotten after a day', async () => {
    await post('key-5', { text: 'left' });
    const age = (hours: number, status: number) =>
      app.db.tx(() =>
        app.db.execute(
          sql`UPDATE idempotency_keys SET Status = ${status}, CreatedAt = ${new Date(Date.now() - hours * 3_600_000)
            .toISOString()
            .replace('Z', '0000')} WHERE ${quoted('Key')} = 'key-5'`,
        ),
      );
    await age(0, 0);
    expect((await post('key-5', { text: 'left' })).status).toBe(409);
    await age(1, 0);
    expect((await post('key-5', { text: 'left' })).status).toBe(200);
    expect(await made('left')).toBe(2);
    await age(25, 200);
    expect((await post('key-5', { text: 'new' })).status).toBe(200);
  });

  it('keeps an answer of many rows too', async () => {
    await seedVisits(app);
    const LineQuestions = Array.from({ length: 60 }, (_, index) => ({ Question: `${index} ${'?'.repeat(900)}` }));
    const send = async () =>
      app.http
        .post(`/v1/LineQuestions/Line/${line.b}`)
        .set(await app.as('Administrator'))
        .set('Idempotency-Key', 'key-6')
        .send({ LineQuestions });
    const first = await send();
    expect(first.status).toBe(200);
    expect(first.text.length).toBeGreaterThan(50_000);
    const again = await send();
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('must be visible ASCII', async () => {
    expect((await post('two words', { text: 'x' })).status).toBe(400);
  });
});

describe('the audit', () => {
  it('has one row for a call that changed something, and none for one that failed', async () => {
    const rows = async () =>
      app.db.all<{
        Operation: string;
        Record: string;
        RecordId: string;
        UserId: string;
        RequestId: string;
        Changes: string;
      }>(
        sql`SELECT Operation, Record, RecordId, UserId, RequestId, Changes FROM audit WHERE RequestId LIKE 'audited-%'`,
      );
    const headers = { ...(await app.as('Agent')), 'X-Request-Id': 'audited-1' };
    const { body } = await app.http.post(path).set(headers).send({ text: 'audited' }).expect(200);
    await app.http.post(path).set(headers).set('X-Request-Id', 'audited-2').send({ progress: -1 }).expect(400);
    const found = await rows();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      Record: 'GanttTask',
      RecordId: (body as { id: string }).id,
      UserId: await app.userOf('Agent'),
    });
    expect(JSON.parse(found[0].Changes)).toMatchObject([{ Action: 'Insert', After: { text: 'audited' } }]);
  });
});
