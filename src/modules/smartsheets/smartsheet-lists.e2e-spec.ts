import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { store } from '../../../test/support/data/rows.js';

const { own, below, other } = person;

let app: TestApp;
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  await seedPeople(app);
  await store(app, 'SmartsheetLine', [
    { ID: 2, TableName: 'LifeCases', AgentId: own, ClientName: 'Ada' },
    { ID: 1, TableName: 'LifeCases', AgentId: below },
    { ID: 1, TableName: 'AnnuityCases', AgentId: below },
    { ID: 3, TableName: 'LifeCases', AgentId: other },
  ]);
  await store(app, 'SmartsheetTransfer', [
    {
      TableName: 'LifeCases',
      ID: 1,
      FromAgentId: other,
      ToAgentId: below,
      TransferredAt: '2026-01-01T00:00:00.0000000',
    },
    { TableName: 'LifeCases', ID: 3, FromAgentId: 4, ToAgentId: other, TransferredAt: '2026-01-02T00:00:00.0000000' },
    { TableName: 'LifeCases', ID: 2, FromAgentId: below, ToAgentId: own, TransferredAt: '2026-01-03T00:00:00.0000000' },
  ]);
  agent = await app.as('Agent', own);
});
afterAll(() => app.close());

const lines = async (query: string, who: { Authorization: string }): Promise<string[]> =>
  (await app.http.get(`/v1/Smartsheets/Lines${query}`).set(who).expect(200)).body.Lines.map(
    (line: { TableName: string; ID: number; AgentName: string }) => `${line.TableName} ${line.ID} ${line.AgentName}`,
  );
const moved = async (who: { Authorization: string }): Promise<number[]> =>
  (await app.http.get('/v1/Smartsheets/Transfers').set(who).expect(200)).body.Transfers.map(
    ({ TransferId }: { TransferId: number }) => TransferId,
  );

it('lists the smartsheet lines in scope', async () => {
  const visible = ['AnnuityCases 1 Below', 'LifeCases 1 Below', 'LifeCases 2 Own'];
  expect(await lines('', agent)).toEqual(visible);
  expect(await lines('?skip=1&take=1', agent)).toEqual(visible.slice(1, 2));
  expect(await lines('?ClientName=Ada', agent)).toEqual(visible.slice(2));
  expect(await lines('', await app.as('Administrator'))).toEqual([...visible, 'LifeCases 3 Other']);
});

it('lists the smartsheet transfers from or to agents in scope, each once', async () => {
  expect(await moved(agent)).toEqual([3, 1]);
  expect(await moved(await app.as('Agent', other))).toEqual([2, 1]);
  expect(await moved(await app.as('Administrator'))).toEqual([3, 2, 1]);
});
