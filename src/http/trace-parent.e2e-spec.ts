import { Db } from '../database/db.js';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { logLines } from '../../test/support/app/log-lines.js';
import { until } from '../../test/support/time/until.js';

describe('trace parent', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const sent = `00-${traceId}-00f067aa0ba902b7-01`;

  let app: TestApp;
  let log: string[];
  beforeAll(async () => {
    app = await startApp({ SLOW_QUERY: '0' });
    await app.as('Agent');
    log = logLines(app);
  });
  afterAll(() => app.close());

  /** Makes a call. Returns the traceparent of its response, and its log lines. */
  async function call(headers: Record<string, string | string[]>, id: string, path = '/v1/EventType') {
    const answer = await fetch(app.url + path, {
      headers: [['X-Request-Id', id], ...Object.entries({ ...(await app.as('Agent')), ...headers }).flatMap(pairs)],
    });
    await answer.text();
    const lines = () =>
      log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.requestId === id);
    await until(() => lines().some(({ msg }) => msg === 'request'));
    return { answered: answer.headers.get('traceparent'), lines: lines() };
  }

  const pairs = ([name, value]: [string, string | string[]]): [string, string][] =>
    [value].flat().map((each) => [name, each]);
  const idsIn = (lines: Record<string, unknown>[]): unknown[] => [...new Set(lines.map((line) => line.traceId))];

  describe('a valid traceparent', () => {
    it('logs the trace id of a valid traceparent in each line of the call, also in those of its queries', async () => {
      const { answered, lines } = await call({ traceparent: sent }, 'trace-valid');
      expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['slow query', 'request']));
      expect(lines.find(({ msg, sql }) => msg === 'slow query' && String(sql).includes('event_types'))).toMatchObject({
        ...{ operation: 'listEventTypes', traceId },
      });
      expect(idsIn(lines)).toEqual([traceId]);
      expect(answered).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[\\da-f]{16}-01$`));
    });

    it('logs the trace id in the lines about a failed call and about a sign-in', async () => {
      jest.spyOn(app.get(Db), 'list').mockImplementationOnce(() => {
        throw new Error('a cause from within');
      });
      const { lines } = await call({ traceparent: sent }, 'trace-failed');
      expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
      expect(idsIn(lines)).toEqual([traceId]);
      const body = { UserName: 'absent@example.test', Password: 'wrong' };
      const headers = { traceparent: sent, 'X-Request-Id': 'trace-sign-in' };
      await app.http.post('/v1/Auth/Login').set(headers).send(body).expect(401);
      const event = log.find((line) => line.includes('"security"') && line.includes('trace-sign-in'));
      expect(JSON.parse(event!)).toMatchObject({ event: 'password attempt', traceId });
    });
  });

  it('begins a new trace for a call without traceparent, and sends no traceparent', async () => {
    const [first, second] = [await call({}, 'trace-own-1'), await call({}, 'trace-own-2')];
    expect([first.answered, second.answered]).toEqual([null, null]);
    const ids = [...idsIn(first.lines), ...idsIn(second.lines)];
    expect(ids).toEqual([expect.stringMatching(/^[\da-f]{32}$/), expect.stringMatching(/^[\da-f]{32}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('makes one random id for a call without ids: the request id is the trace id with hyphens', async () => {
    const { headers } = await app.http.get('/v1/EventType').expect(401);
    const line = log.map((text) => JSON.parse(text)).find((each) => each.requestId === headers['x-request-id']);
    expect(line.traceId).toBe(headers['x-request-id'].replaceAll('-', ''));
  });

  describe('an invalid traceparent', () => {
    const forms: Record<string, string | string[]> = {
      'an empty header': '',
      'upper case': sent.toUpperCase(),
      'a trace id of zeros': sent.replace(traceId, '0'.repeat(32)),
      'a span id of zeros': sent.replace('00f067aa0ba902b7', '0'.repeat(16)),
      'a trace id that is too short': sent.replace(traceId, traceId.slice(1)),
      'a digit that is not hexadecimal': sent.replace('4bf9', '4bg9'),
      'another version': sent.replace(/^00/, '01'),
      'the invalid version ff': sent.replace(/^00/, 'ff'),
      'text after the flags': `${sent}-00`,
      'no flags': sent.slice(0, -3),
      'two headers': [sent, sent],
      'a long text': 'a'.repeat(4000),
    };
    it.each(Object.keys(forms))('begins a new trace if traceparent is invalid: %s', async (name) => {
      const id = `trace-invalid-${Object.keys(forms).indexOf(name)}`;
      const { answered, lines } = await call({ traceparent: forms[name] }, id);
      const [own, ...others] = idsIn(lines);
      expect(others).toEqual([]);
      expect(own).toMatch(/^(?!0{32})[\da-f]{32}$/);
      expect(String(own)).not.toBe(traceId);
      expect(answered).toMatch(new RegExp(`^00-${String(own)}-[\\da-f]{16}-00$`));
    });
  });
});
