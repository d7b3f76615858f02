import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agent, line, newCustomer, north, seedVisits } from '../../../test/support/data/visits.js';

let app: TestApp;
let own: { Authorization: string };

// The clock shows 04:00 of 10 March in Chicago (09:00 UTC). 22:00 of 9 March in Chicago is 10 March in UTC too, but the
// business day before.
beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-03-10T09:00:00Z', TIME_ZONE: 'America/Chicago' });
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
});
afterAll(() => app.close());

const checkIn = (CustomerId: string, SignInTime: string) =>
  app.http
    .post('/v1/CustomerCheckins')
    .set(own)
    .send({ CustomerId, LocationId: north, LineId: line.extra[0], SignInTime });

const waitTime = async (id: string): Promise<number> => {
  const { body } = await app.http.get(`/v1/CustomerCheckins/${id}`).set(own).expect(200);
  return body.CustomerCheckinRequirements.Lines[0].WaitTime as number;
};

it('accepts a visit although the customer has an open visit of the previous business day', async () => {
  const customer = newCustomer();
  await checkIn(customer, '2026-03-09T22:00:00-05:00').expect(200);
  const { body } = await checkIn(customer, '2026-03-10T03:30:00-05:00').expect(200);
  const [{ Id }] = body.CustomerCheckins as { Id: string }[];
  expect(await waitTime(Id)).toBe(0);
  const second = await checkIn(newCustomer(), '2026-03-10T03:40:00-05:00').expect(200);
  expect(await waitTime((second.body.CustomerCheckins as { Id: string }[])[0].Id)).toBeGreaterThan(0);
});

it('refuses a second visit on a business day, even if midnight in UTC lies between the two visits', async () => {
  const customer = newCustomer();
  const first = await checkIn(customer, '2026-03-09T23:30:00Z').expect(200);
  const refused = await checkIn(customer, '2026-03-10T01:30:00Z').expect(409);
  expect(refused.body.ResponseStatus.Meta.CheckInId).toBe((first.body.CustomerCheckins as { Id: string }[])[0].Id);
});
