import type { Response } from 'supertest';
import { asDemoUser, demoPassword, startDemo } from './support/app/demo-app.js';
import type { TestApp } from './support/app/app.js';
import { store } from './support/data/rows.js';
import { UnsubscribeLinksService } from '../src/modules/messages/unsubscribe/unsubscribe-links.service.js';
import { VisitLinksService } from '../src/modules/messages/visit-links.service.js';

const location = 'a18d631ca3244bdb8e871c425bd24982';
const later = '2100-01-01T00:00:00.0000000';
const SurveyGuid = '5e7f0c1d2b3a49588d6c7e9f00000001';

const addresses = /\b(?:href|src|action|data-home)="([^"#][^"]*)"/g;
const withoutRequestId = ({ text }: Response): string => text.replace(/<small>.*/, '');

interface Visit {
  Id: string;
  CustomerId: string;
}

let app: TestApp;
let open: Visit;

describe.each([
  ['', 'https://intranet.example', 'https://intranet.example/'],
  ['/agency', 'https://intranet.example/agency', 'https://intranet.example/agency/'],
])('with the path "%s" in PUBLIC_URL', (path, publicUrl, PUBLIC_URL) => {
  beforeAll(async () => {
    app = await startDemo(60, { PUBLIC_URL });
    const desk = await asDemoUser(app, 'desk@demo.test');
    const { body } = await app.http.get(`/v1/CustomerCheckins?LocationId=${location}&Status=0`).set(desk).expect(200);
    [open] = body.CustomerCheckins as Visit[];
    const admin = await asDemoUser(app, 'admin@demo.test');
    const survey = { Title: 'Your visit', Questions: [{ Text: 'What else?', Required: true }] };
    const made = await app.http.post('/v1/Surveys').set(admin).send(survey).expect(200);
    const [{ SurveyId }] = made.body.Surveys as { SurveyId: number }[];
    await store(app, 'SurveyInvitation', [{ SurveyGuid, SurveyId, AgentId: 1, ContactId: 1, ExpiresAt: later }]);
  });
  afterAll(() => app.close());

  const visitPage = (): string => new URL(app.get(VisitLinksService).urlOf(open)).pathname;
  const page = (address: string) => app.http.get(address).set('Accept', 'text/html');
  const form = (address: string, cookie = '') =>
    app.http.post(address).set({ Accept: 'text/html', Cookie: cookie }).type('form');
  const cookiesOf = ({ headers }: Response): string[] => headers['set-cookie'] as unknown as string[];

  it('all addresses in pages begin with the path, and exist with it and without it', async () => {
    const found = new Set<string>();
    for (const own of [
      ...[
        '/',
        '/data',
        '/queue',
        '/desk',
        '/imports',
        `/queue/${location}`,
        '/docs',
        '/mailbox',
        '/password',
        '/password/saved',
      ],
      ...['/password/ended', '/unsubscribe/ended', '/no/such/page', `/s/${SurveyGuid}`, visitPage().slice(path.length)],
      ...['leave', 'questions', 'documents'].map((part) => `${visitPage().slice(path.length)}/${part}`),
    ]) {
      const shown = await page(own);
      expect(withoutRequestId(await page(path + own))).toBe(withoutRequestId(shown));
      for (const [, address] of shown.text.matchAll(addresses)) found.add(address.replaceAll('&#x2F;', '/'));
    }
    expect(found.size).toBeGreaterThan(25);
    expect([...found].filter((address) => !address.startsWith(`${path}/`))).toEqual([]);
    for (const address of found) {
      expect([address, (await page(address)).status < 400]).toEqual([address, true]);
      const own = address.slice(path.length);
      expect([own, (await page(own)).status < 400]).toEqual([own, true]);
    }
  });

  it('calls work with the path and without it, in any letter case, and not with another path', async () => {
    await app.http.get('/health/live').expect(200);
    const agent = await asDemoUser(app, 'agent@demo.test');
    for (const prefix of ['', path, path.toUpperCase()])
      expect((await app.http.get(`${prefix}/v1/EventType?x=1`).set(agent)).status).toBe(400);
    for (const prefix of ['', path]) await app.http.get(`${prefix}/v1/EventType`).set(agent).expect(200);
    for (const prefix of ['/agencies', '/other', `${path}/agency`]) {
      const { body } = await app.http.get(`${prefix}/v1/EventType`).set(agent).expect(404);
      expect(body.ResponseStatus.Message).toContain(`${path}/docs lists all paths`);
    }
    await page(`${path}?x=1`).expect(200, /Agency Operations Service/);
  });

  it('the OpenAPI document names the path as its server', async () => {
    const { body } = await app.http.get('/openapi.json').expect(200);
    expect(body.servers).toEqual([{ url: path || '/', description: 'This service' }]);
  });

  it('redirects lead below the path, and cookies are for the pages below it', async () => {
    const asked = await page(`/s/${SurveyGuid}`).expect(200);
    const cookies = cookiesOf(asked);
    expect(cookies).toEqual([expect.stringContaining(`; Path=${path}/s/${SurveyGuid};`)]);
    const refused = await form(`/s/${SurveyGuid}`, cookies[0].split(';')[0]).send('a=b');
    expect([refused.status, refused.headers.location]).toEqual([303, `${path}/s/${SurveyGuid}`]);
    for (const [address, to] of [
      ['/password', `${path}/password/sent`],
      [`${path}/password`, `${path}/password/sent`],
      [`${visitPage()}/leave`, visitPage()],
    ]) {
      const { status, headers } = await form(address).send('UserName=nobody');
      expect([address, status, headers.location]).toEqual([address, 303, to]);
    }
  });

  it('links in messages and responses begin with PUBLIC_URL', async () => {
    expect(app.get(VisitLinksService).urlOf(open)).toBe(`${publicUrl}${visitPage().slice(path.length)}`);
    expect(app.get(UnsubscribeLinksService).urlOf('token')).toBe(`${publicUrl}/unsubscribe/token`);
    const agent = await asDemoUser(app, 'agent@demo.test');
    const made = await app.http.post('/v1/Appointments/Calendar').set(agent).send({ OwnPassword: demoPassword });
    const [{ Address }] = made.body.Calendar as { Address: string }[];
    expect(Address).toMatch(new RegExp(`^${publicUrl}/calendar/[^/]+\\.ics$`));
    await app.http.get(new URL(Address).pathname).expect(200);
  });
});
