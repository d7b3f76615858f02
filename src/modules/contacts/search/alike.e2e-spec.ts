import { asDemoUser, startDemo } from '../../../../test/support/app/demo-app.js';
import type { TestApp } from '../../../../test/support/app/app.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { ContactSearchService } from './contact-search.service.js';

let app: TestApp;
beforeAll(async () => {
  app = await startDemo();
});
afterAll(() => app.close());

const caller = { isAdministrator: true } as Principal;

it('reads the telephone numbers of many contacts in several turns, between which others are served', async () => {
  const state = { turns: 0, isOver: false };
  const count = (): void => {
    state.turns++;
    if (!state.isOver) setImmediate(count);
  };
  setImmediate(count);
  const contacts = Array.from({ length: 10_000 }, (_, at) => ({ Phone: `(720) 555-${String(at).padStart(4, '0')}` }));
  await app.get(ContactSearchService).alike(caller, contacts);
  state.isOver = true;
  expect(state.turns).toBeGreaterThan(20);
});

it('contacts that share a telephone number share one list of matches', async () => {
  const agent = await asDemoUser(app, 'agent@demo.test');
  // No contact of the demo has a number with this area code.
  const Phone = '(415) 555-0188';
  for (const LastName of ['One', 'Other']) await app.http.post('/v1/Contacts').set(agent).send({ LastName, Phone });
  const sent = [{ Phone }, { Phone: '+1 415 555 0188' }, { Phone, EmailWork: 'nobody.has.it@example.com' }];
  const [first, ...others] = await app.get(ContactSearchService).alike(caller, sent);
  expect(first.ids).toHaveLength(2);
  for (const { ids } of others) expect(ids).toBe(first.ids);
});
