import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import {
  AgencyError,
  createAgencyClient,
  dataFrom,
  ifSet,
  isSet,
  sessionIn,
  type AgencyClientOptions,
  type QueueState,
  type Session,
  type SessionStore,
} from '../../clients/typescript/dist/index.js';
import { receiveWebhook } from '../../clients/typescript/src/webhooks.js';

describe('portal', () => {
  const root = join(__dirname, '../..');
  const example = join(root, 'examples/portal');
  const page = readFileSync(join(root, 'docs/portal.md'), 'utf8');

  describe('the page about the portal', () => {
    it('docs/portal.md shows only code of the example, which a test builds and uses', () => {
      const sources = readdirSync(join(example, 'src')).map((name) => readFileSync(join(example, 'src', name), 'utf8'));
      const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
      expect(blocks.length).toBeGreaterThan(10);
      for (const block of blocks) expect([block, sources.some((text) => text.includes(block))]).toEqual([block, true]);
    });

    it('docs/portal.md names only existing files', () => {
      for (const [, path] of page.matchAll(/\]\(([^)#:]+)\)/g))
        expect([path, existsSync(join(root, 'docs', path))]).toEqual([path, true]);
    });
  });

  it('the example has the tools of the service, in the same versions', () => {
    const read = (folder: string): { devDependencies: Record<string, string> } =>
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(read(root).devDependencies).toMatchObject(read(example).devDependencies);
  });
});

describe('webhook client', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({
    type: 'visit.called',
    timestamp: '2026-11-23T12:00:00.0000000Z',
    data: { Record: 'Checkin', Id: '42', Operation: 'callNext', RequestId: 'r' },
  });

  function headersAt(at: Date): Record<string, string> {
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    };
  }

  it('receiveWebhook returns the event of a signed delivery, from plain headers and from Headers', () => {
    const headers = headersAt(new Date());
    for (const given of [headers, new Headers(headers)]) {
      const event = receiveWebhook(secret, given, body);
      expect(event.type).toBe('visit.called');
      expect(event.data.Id).toBe('42');
    }
  });

  it('receiveWebhook throws for another secret, another body and an old delivery', () => {
    const headers = headersAt(new Date());
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect(() => receiveWebhook(other, headers, body)).toThrow('No matching signature');
    expect(() => receiveWebhook(secret, headers, `${body} `)).toThrow('No matching signature');
    expect(() => receiveWebhook(secret, headersAt(new Date(Date.now() - 600_000)), body)).toThrow('too old');
  });
});

describe('TypeScript client', () => {
  const baseUrl = 'http://agency.example';
  const signedIn = { BearerToken: 'bearer', RefreshToken: 'refresh', UserId: '1' } as Session;
  function sessionInMemory(session?: Session): SessionStore {
    return { get: () => session, set: (next) => (session = next) };
  }
  const json = (body: object, status = 200): Response => Response.json(body, { status });
  const unauthorized = (): Response => json({ ResponseStatus: { Message: 'Sign in.', Errors: [], Meta: {} } }, 401);

  /** A client whose network answers by `answer`. */
  function clientWith(
    answer: (request: Request) => Response | Promise<Response>,
    options: Partial<AgencyClientOptions> = {},
  ) {
    return createAgencyClient({ baseUrl, ...options, fetch: (request) => Promise.resolve(answer(request)) });
  }

  it.each([
    ['a page with 502', '<html>Bad Gateway</html>', 502, {}],
    ['an empty 504', '', 504, {}],
    ['an empty 413 with Content-Length', '', 413, { 'Content-Length': '0' }],
    ['JSON of another server', '{"error":"too large"}', 413, { 'Content-Type': 'application/json' }],
    ['a ResponseStatus without content', '{"ResponseStatus":null}', 500, { 'Content-Type': 'application/json' }],
  ])('%s of a proxy is an AgencyError in each function', async (_, body, status, headers) => {
    const client = clientWith(() => new Response(body, { status, headers }));
    const calls: Promise<unknown>[] = [
      dataFrom(client.GET('/v1/EventType')),
      client.records('/v1/Contacts', {}).next(),
      client.csv('/v1/Contacts', {}),
      client.import('event-types', new Blob(['EventTypeId\n'])),
      client.signIn({ UserName: 'a', Password: 'b' }),
      client.signOut(),
    ];
    for (const call of calls) {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AgencyError);
      const { message, answered } = error as AgencyError;
      expect(message).toBe(`The service responded with ${status}.`);
      expect(answered.response.status).toBe(status);
      expect(answered.error?.ResponseStatus).toMatchObject({ ErrorCode: String(status), Errors: [], Meta: {} });
    }
    const { error } = await client.GET('/v1/EventType');
    expect(error?.ResponseStatus.Message).toBe(`The service responded with ${status}.`);
  });

  it('a page instead of a response is an AgencyError with 502, such as the sign-in page of a proxy', async () => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    const client = clientWith(() => new Response('<html>Sign in</html>', { headers }));
    const calls: Promise<unknown>[] = [
      dataFrom(client.GET('/v1/EventType')),
      client.csv('/v1/Contacts', {}),
      client.downloadFile('1'),
      client.import('event-types', new Blob(['EventTypeId\n'])),
      client.signIn({ UserName: 'a', Password: 'b' }),
    ];
    for (const call of calls) {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AgencyError);
      expect((error as AgencyError).message).toBe('A web page came instead of the response of the service.');
      expect((error as AgencyError).answered.response.status).toBe(502);
    }
  });

  it('keeps the ResponseStatus of the service in a failure', async () => {
    const client = clientWith(unauthorized);
    await expect(dataFrom(client.GET('/v1/EventType'))).rejects.toThrow('Sign in.');
  });

  it.each(['/v1/Imports', '/v1/Files'] as const)('POST %s sends a Blob as it is', async (path) => {
    const bodies: Promise<string>[] = [];
    const client = clientWith((request) => {
      bodies.push(request.text());
      return json({});
    });
    await client.POST(path, { body: new Blob(['First Name\nAda\n']) });
    expect(await Promise.all(bodies)).toEqual(['First Name\nAda\n']);
  });

  it('previewImport sends the options, and returns the preview', async () => {
    const urls: URL[] = [];
    const client = clientWith(({ url }) => {
      urls.push(new URL(url));
      return json({ Imports: [{ ImportId: 'a' }] });
    });
    const file = new File(['E-mail\nada@example.com\n'], 'people.csv');
    expect(await client.previewImport(file, { Map: { 'E-mail': 'EmailWork' }, Match: 'email' })).toEqual({
      ImportId: 'a',
    });
    expect(Object.fromEntries(urls.at(-1)!.searchParams)).toEqual({
      FileName: 'people.csv',
      Map: '{"E-mail":"EmailWork"}',
      Match: 'email',
    });
  });

  it.each([
    ['attachment; filename="contacts-2026-11-27.xlsx"', 'contacts-2026-11-27.xlsx'],
    [`attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`, 'Grüße.txt'],
    ['', 'file'],
  ])('download names the file by %s', async (disposition, name) => {
    const client = clientWith(({ url }) =>
      decodeURIComponent(new URL(url).search) === '?format=xlsx&StateIn=TX,OK'
        ? new Response('content', { headers: { 'Content-Disposition': disposition, 'Content-Type': 'text/plain' } })
        : unauthorized(),
    );
    const file = await client.download('/v1/Contacts', {
      query: { format: 'xlsx', filters: { StateIn: ['TX', 'OK'] } },
    });
    expect([file.name, file.type, await file.text()]).toEqual([name, 'text/plain', 'content']);
    await expect(client.download('/v1/Contacts', {})).rejects.toThrow('Sign in.');
  });

  it('signOut ends a session that the service no longer knows', async () => {
    const session = sessionInMemory(signedIn);
    await clientWith(unauthorized, { session }).signOut();
    expect(session.get()).toBeUndefined();
  });

  it('signOut throws and keeps the session if the service fails', async () => {
    const session = sessionInMemory(signedIn);
    const client = clientWith(() => new Response('', { status: 503 }), { session });
    await expect(client.signOut()).rejects.toBeInstanceOf(AgencyError);
    expect(session.get()).toBe(signedIn);
  });

  it('calls onSessionEnd once if the service refuses to renew the session, and not if a renewal fails', async () => {
    let refusal = new Response('', { status: 503 });
    const onSessionEnd = jest.fn();
    const session = sessionInMemory(signedIn);
    const client = clientWith(({ url }) => (url.endsWith('/Refresh') ? refusal.clone() : unauthorized()), {
      session,
      onSessionEnd,
    });
    await expect(client.GET('/v1/EventType')).rejects.toBeInstanceOf(AgencyError);
    expect([session.get(), onSessionEnd.mock.calls.length]).toEqual([signedIn, 0]);
    refusal = unauthorized();
    const answers = await Promise.all([client.GET('/v1/EventType'), client.GET('/v1/Contacts')]);
    expect(answers.map(({ response }) => response.status)).toEqual([401, 401]);
    expect([session.get(), onSessionEnd.mock.calls.length]).toEqual([undefined, 1]);
  });

  it.each(['', '{', 'null', '5', '{}', '{"RefreshToken":5}', '[]'])('sessionIn finds no session in %j', (text) => {
    const storage = { getItem: () => text, setItem: () => undefined, removeItem: () => undefined };
    expect(sessionIn(storage).get()).toBeUndefined();
  });

  it('sessionIn returns the stored session', () => {
    let stored: string | null = null;
    const session = sessionIn({
      getItem: () => stored,
      setItem: (_, text) => (stored = text),
      removeItem: () => (stored = null),
    });
    session.set(signedIn);
    expect(session.get()).toEqual(signedIn);
    session.set(undefined);
    expect(session.get()).toBeUndefined();
  });

  describe('queue', () => {
    // No pause ends by itself, so that a test which waits for one fails.
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] }));
    afterEach(() => void jest.useRealTimers());

    const location = 'a18d631ca3244bdb8e871c425bd24982';
    const event = 'event: queue\ndata: {"Queue":[]}\n\n';
    const streamOf = (text: string, close: boolean): Response =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(text));
            if (close) controller.close();
          },
        }),
      );

    it('tells when it is live and since when it reconnects', async () => {
      const answers = [streamOf(event, true), new Response('<html>', { status: 502 }), streamOf(event, false)];
      const client = clientWith(() => answers.shift()!);
      const states: QueueState[] = [];
      const queue = client.queue(location, undefined, (state) => states.push(state));
      const start = Date.now();
      expect((await queue.next()).value).toEqual([]);
      const next = queue.next();
      for (let pause = 0; pause < 2; pause++) await jest.advanceTimersByTimeAsync(2000);
      expect((await next).value).toEqual([]);
      await queue.return(undefined);
      expect(states.map(({ live }) => live)).toEqual([true, false, true]);
      expect(states.map(({ since }) => since.getTime() - start)).toEqual([0, 0, 4000]);
    });

    it.each([
      ['it connects', () => new Promise<Response>(() => undefined)],
      ['it waits for data', () => streamOf(event, false)],
      ['it waits for the next try', () => streamOf(event, true)],
      ['the renewal of the session hangs', () => unauthorized()],
    ])('ends at once on abort while %s', async (when, answer) => {
      const hangs = when.startsWith('the renewal');
      const client = clientWith(({ url }) => (url.endsWith('/Refresh') ? new Promise(() => undefined) : answer()), {
        session: sessionInMemory(hangs ? signedIn : undefined),
      });
      const ending = new AbortController();
      const queue = client.queue(location, ending.signal);
      const hasData = when.includes('data') || when.includes('try');
      if (hasData) expect((await queue.next()).value).toEqual([]);
      const next = queue.next();
      // Let the client reach the state before the abort.
      await new Promise((resolve) => setImmediate(resolve));
      ending.abort();
      expect(await next).toEqual({ done: true, value: undefined });
    });

    describe('in a tab', () => {
      const tab = Object.assign(new EventTarget(), { hidden: false });
      const show = (isVisible: boolean): void => {
        tab.hidden = !isVisible;
        tab.dispatchEvent(new Event('visibilitychange'));
      };
      beforeEach(() => {
        Object.assign(globalThis, { document: tab });
        show(true);
      });
      afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

      it('holds no connection while the tab is hidden', async () => {
        const connections: AbortSignal[] = [];
        const client = clientWith((request) => {
          connections.push(request.signal);
          return streamOf(event, false);
        });
        const queue = client.queue(location);
        await queue.next();
        const next = queue.next();
        await new Promise((resolve) => setImmediate(resolve));
        show(false);
        await jest.advanceTimersByTimeAsync(60_000);
        expect(connections.map(({ aborted }) => aborted)).toEqual([true]);
        show(true);
        expect((await next).value).toEqual([]);
        expect(connections).toHaveLength(2);
        await queue.return(undefined);
      });

      it('ends on abort while the tab is hidden', async () => {
        show(false);
        const ending = new AbortController();
        const next = clientWith(unauthorized).queue(location, ending.signal).next();
        ending.abort();
        expect(await next).toEqual({ done: true, value: undefined });
      });

      it('stays connected in a hidden tab with queueWhileHidden', async () => {
        show(false);
        const client = clientWith(() => streamOf(event, false), { queueWhileHidden: true });
        const queue = client.queue(location);
        expect((await queue.next()).value).toEqual([]);
        await queue.return(undefined);
      });
    });

    it('throws the refusal of the service', async () => {
      await expect(clientWith(unauthorized).queue(location).next()).rejects.toThrow('Sign in.');
    });
  });

  it.each([
    [0, ''],
    ['', '0'.repeat(32)],
    [null, undefined],
    ['0001-01-01T00:00:00.0000000', '0001-01-01T00:00:00.0000000Z'],
  ])('ifSet returns undefined for %j and %j', (...unset) => {
    for (const value of unset) expect([value, isSet(value), ifSet(value)]).toEqual([value, false, undefined]);
  });

  it.each([1, 'text', false, true, '2026-11-26T00:00:00.0000000', `${'0'.repeat(31)}1`])(
    'ifSet returns %j',
    (value) => {
      expect([isSet(value), ifSet(value)]).toEqual([true, value]);
    },
  );
});
