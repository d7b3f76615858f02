import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';

const { own, below, other } = person;

let app: TestApp;
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-04-30T12:00:00.0000000' });
  await seedPeople(app);
  await store(app, 'SecuritiesLevel', [{ Level: 600_000, RequiredPoints: 0 }]);
  await store(app, 'SecuritiesListing', [
    {
      AgentId: below,
      PolicyNumber: 'A-1',
      ListingDate: '2026-03-02T00:00:00.0000000',
      Points: 10_000,
      Commission: 600_000,
    },
    { AgentId: other, PolicyNumber: 'B-1', ListingDate: '2026-03-03T00:00:00.0000000', Points: 20_000, Commission: 0 },
  ]);
  agent = await app.as('Agent', own);
});
afterAll(() => app.close());

const branch = (path: string, who: { Authorization: string }) =>
  app.http.get(`/v1/SecuritiesSummary/Branch/${path}`).set(who);

it("answers one row for each agent in scope with ledger rows, with the agent's name", async () => {
  const { body } = await branch('2026-03-01/2026-03-31', agent).expect(200);
  expect(body.ListingSummary).toMatchObject([{ AgentId: below, AgentName: 'Below', AgentPolicyNumbers: 'A-1' }]);
  expect(Object.keys(body.ListingSummary[0]).slice(0, 3)).toEqual(['AgentId', 'AgentName', 'AgentLevel']);
  const one = await app.http.get(`/v1/SecuritiesSummary/DateRange/2026-03-01/2026-03-31/${below}`).set(agent);
  const { AgentId: _, AgentName: _name, ...summary } = body.ListingSummary[0];
  expect(summary).toEqual(one.body.ListingSummary[0]);
});

it('answers one row for every agent with ledger rows to an Administrator', async () => {
  const { body } = await branch('2026-03-01/2026-03-31', await app.as('Administrator')).expect(200);
  expect(body.ListingSummary.map(({ AgentId }: { AgentId: number }) => AgentId)).toEqual([below, other]);
});

it('rejects a range of a branch that ends before it starts or is longer than ten years', async () => {
  expect(fieldErrors(await branch('2026-03-02/2026-03-01', agent).expect(400))).toEqual([
    'ParamEndDate GreaterThanOrEqual',
  ]);
  expect(fieldErrors(await branch('2016-03-01/2026-03-02', agent).expect(400))).toEqual([
    'ParamEndDate InclusiveBetween',
  ]);
});
