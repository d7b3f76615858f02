import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { SmartsheetLine, SmartsheetTransfer } from './smartsheet.entity.js';
import { person, seedPeople } from '../../../test/support/data/people.js';

describe('smartsheets', () => {
  const policy = 'a'.repeat(32);
  const now = '2026-04-30T12:00:00.0000000';

  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };

  const transfer = (agentId: unknown, lines: object[] | undefined, who = agent) =>
    app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(who)
      .send({ agent: { AgentId: agentId }, lines });
  const key = (ID: number, TableName = 'Life') => ({ ID, TableName });
  const owners = async (): Promise<string> =>
    (await app.db.all<SmartsheetLine>(sql`SELECT AgentId FROM smartsheet_lines ORDER BY TableName, ID`))
      .map(({ AgentId }) => AgentId)
      .join(' ');
  const transfers = (): Promise<SmartsheetTransfer[]> =>
    app.db.all(sql`SELECT * FROM smartsheet_transfers ORDER BY TransferId`);

  beforeAll(async () => {
    app = await startApp({ CLOCK: now });
    await store(app, 'Agent', [
      { AgentId: 1, AgentName: 'Own', AgentStatus: 'Active' },
      { AgentId: 2, AgentName: 'Downline', AgentStatus: 'Active', Upline1: 1 },
      { AgentId: 3, AgentName: 'Other', AgentStatus: 'Active' },
      { AgentId: 4, AgentName: 'Gone', AgentStatus: 'Inactive' },
    ]);
    agent = await app.as('Agent', 1);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.tx(async () => {
      await app.db.execute(sql`DELETE FROM smartsheet_lines`);
      await app.db.execute(sql`DELETE FROM smartsheet_transfers`);
    });
    const line = {
      ClientName: 'Ada',
      PolicyNumber: 'P-1',
      PolicyAssociateId: policy,
      TransactionId: 'T-1',
      type: 'Life',
    };
    await store(app, 'SmartsheetLine', [
      { ...line, ...key(1, 'Annuity'), AgentId: 1 },
      { ...line, ...key(1), AgentId: 1 },
      { ...line, ...key(2), AgentId: 2, PolicyNumber: '', PolicyAssociateId: null },
      { ...line, ...key(3), AgentId: 3 },
    ]);
  });

  it('transfers the lines, answers them in the order sent, and stores the transfers', async () => {
    const { body } = await transfer(2, [
      { ...key(1), PolicyNumber: 'P-1', AgentName: 'Own' },
      key(2),
      key(1, 'Annuity'),
    ]).expect(200);
    expect(body.lines).toEqual([
      {
        ID: 1,
        TableName: 'Life',
        PolicyAssociateId: policy,
        AgentName: 'Downline',
        ClientName: 'Ada',
        PolicyNumber: 'P-1',
        TransactionId: 'T-1',
        type: 'Life',
      },
      expect.objectContaining({
        ...key(2),
        AgentName: 'Downline',
        PolicyNumber: '',
        PolicyAssociateId: '0'.repeat(32),
      }),
      expect.objectContaining(key(1, 'Annuity')),
    ]);
    expect(await owners()).toBe('2 2 2 3');
    const by = await app.userOf('Agent', 1);
    expect(await transfers()).toEqual([
      expect.objectContaining({ ...key(1), FromAgentId: 1, ToAgentId: 2, TransferredAt: now, TransferredBy: by }),
      expect.objectContaining({ ...key(1, 'Annuity'), FromAgentId: 1, ToAgentId: 2 }),
    ]);
  });

  it('accepts the same transfer again, even if the lines are out of scope by then', async () => {
    await transfer(3, [key(1)]).expect(200);
    const { body } = await transfer(3, [{ ...key(1), PolicyNumber: 'P-1' }]).expect(200);
    expect(body.lines[0]).toMatchObject({ ...key(1), AgentName: 'Other' });
    expect(await transfers()).toHaveLength(1);
  });

  it('refuses a line out of scope even if its owner is named as the receiver', async () => {
    const strangers = await transfer(3, [key(3)]).expect(403);
    expect(strangers.body.ResponseStatus.Meta).toMatchObject({ Reason: 'Scope' });
    expect(JSON.stringify(strangers.body)).not.toContain('Ada');
    await transfer(3, [{ ...key(3), PolicyNumber: 'a guess' }]).expect(403);
    await transfer(3, [key(1)]).expect(200);
    await transfer(3, [key(1), key(3)]).expect(403);
    await transfer(3, [key(3)], admin).expect(200);
    // Another caller has transferred the line to the same agent since.
    await transfer(1, [key(1)], admin).expect(200);
    await transfer(3, [key(1)], admin).expect(200);
    await transfer(3, [key(1)]).expect(403);
    await transfer(2, [key(2)]).expect(200);
  });

  it('refuses a repeated transfer if the last transfer of the line went to another agent', async () => {
    await transfer(3, [key(1)]).expect(200);
    await app.db.tx(() => app.db.execute(sql`UPDATE smartsheet_transfers SET ToAgentId = 2`));
    await transfer(3, [key(1)]).expect(403);
  });

  it('ignores the unset values of a typed client in a transfer', async () => {
    const unset = { PolicyAssociateId: '0'.repeat(32), PolicyNumber: '', TransactionId: null, AgentName: '', type: '' };
    const { body } = await transfer(2, [
      { ...key(1), ...unset },
      { ...key(2), ...unset, PolicyAssociateId: '', ClientName: null },
    ]).expect(200);
    expect(body.lines[0]).toMatchObject({ PolicyNumber: 'P-1', PolicyAssociateId: policy, TransactionId: 'T-1' });
    const agentRecord = { AgentId: 2, AgentName: '', InsLicensed: false, UserId: '0'.repeat(32), CreatedDate: null };
    const more = { DOB: '0001-01-01T00:00:00', AgentLevel: 0, AgentStatus: null, Roles: null, QueueDefaults: null };
    await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(agent)
      .send({ agent: { ...agentRecord, ...more }, lines: [key(1)] })
      .expect(200);
  });

  it('requires an existing, active receiver of a transfer', async () => {
    expect(fieldErrors(await transfer(9, [key(1), key(9)]).expect(404))).toEqual([
      'agent.AgentId Unknown',
      'lines[1] Unknown',
    ]);
    await transfer(4, [key(1)]).expect(409);
    expect(fieldErrors(await transfer(undefined, [key(1)]).expect(400))).toEqual(['agent.AgentId NotEmpty']);
    const without = await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(agent)
      .send({ lines: [key(1)] })
      .expect(400);
    expect(fieldErrors(without)).toEqual(['agent.AgentId NotEmpty']);
  });

  it('reports every unknown line and transfers none', async () => {
    const answer = await transfer(2, [key(1), key(9), key(1, 'life')]).expect(404);
    expect(fieldErrors(answer)).toEqual(['lines[1] Unknown', 'lines[2] Unknown']);
    expect(answer.body.ResponseStatus.ErrorCode).toBe('NotFound');
    expect(await owners()).toBe('1 1 2 3');
  });

  it('refuses to transfer lines out of scope, except for an Administrator', async () => {
    await transfer(2, [key(1), key(3)]).expect(403);
    expect(await owners()).toBe('1 1 2 3');
    await transfer(2, [key(1), key(3)], admin).expect(200);
    expect(await owners()).toBe('1 2 2 2');
    await transfer(2, [key(1)], await app.as('Worker')).expect(403);
  });

  it('refuses lines that changed since the client read them, and names the fields', async () => {
    const answer = await transfer(2, [
      { ...key(1), PolicyNumber: 'P-2', TransactionId: 'T-1' },
      { ...key(2), PolicyAssociateId: policy, TransactionId: 'T-2' },
    ]).expect(409);
    expect(fieldErrors(answer)).toEqual([
      'lines[0].PolicyNumber Mismatch',
      'lines[1].PolicyAssociateId Mismatch',
      'lines[1].TransactionId Mismatch',
    ]);
    expect(await owners()).toBe('1 1 2 3');
    await transfer(2, [{ ...key(1), PolicyAssociateId: `{${policy.toUpperCase()}}` }]).expect(200);
  });

  it('accepts 1 to 500 lines with distinct keys in a transfer', async () => {
    expect(fieldErrors(await transfer(2, []).expect(400))).toEqual(['lines NotEmpty']);
    expect(fieldErrors(await transfer(2, undefined).expect(400))).toEqual(['lines NotEmpty']);
    const answer = await transfer(2, [{ ID: 1 }, { TableName: 'Life' }, key(1), key(1)]).expect(400);
    expect(fieldErrors(answer)).toEqual([
      'lines[0].TableName NotEmpty',
      'lines[1].ID NotNull',
      'lines[3].ID Duplicate',
    ]);
    const round = await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(agent)
      .send({ agent: { AgentId: 0 }, lines: [{ ID: 1 }] });
    expect(fieldErrors(round)).toEqual(['agent.AgentId NotEmpty', 'lines[0].TableName NotEmpty']);
    const many = Array.from({ length: 501 }, (_, ID) => key(ID));
    expect(fieldErrors(await transfer(2, many).expect(400))).toEqual(['lines Length']);
  });

  it('checks the type of the other fields of a line but not their length, and stores none of them', async () => {
    const answer = await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(agent)
      .send({ agent: { AgentId: 2, Notes: 7, DOB: 'yesterday' }, lines: [{ ...key(1), ClientName: 1 }] })
      .expect(400);
    expect(fieldErrors(answer).sort()).toEqual([
      'agent.DOB Invalid',
      'agent.Notes Invalid',
      'lines[0].ClientName Invalid',
    ]);
    const { body } = await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(agent)
      .send({
        agent: { AgentId: 2, AgentName: 'x'.repeat(999), City: 'Rome' },
        lines: [{ ...key(1), ClientName: 'y'.repeat(999) }],
      })
      .expect(200);
    expect(body.lines[0]).toMatchObject({ AgentName: 'Downline', ClientName: 'Ada' });
    expect(await app.db.one(sql`SELECT AgentName, City FROM agents WHERE AgentId = 2`)).toEqual({
      AgentName: 'Downline',
      City: '',
    });
  });

  it('transfers each line once if concurrent transfers name them in different orders', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => ({ ...key(100 + index), AgentId: 1 }));
    await store(app, 'SmartsheetLine', lines);
    const keys = lines.map(({ ID, TableName }) => ({ ID, TableName }));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => transfer(2, index % 2 === 0 ? keys : [...keys].reverse())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    expect(await transfers()).toHaveLength(20);
  });

  it('runs concurrent transfers of one line one after the other', async () => {
    const answers = await Promise.all([2, 3, 2, 3].map((to) => transfer(to, [key(1)], admin)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const steps = await transfers();
    steps.forEach(({ FromAgentId }, index) => expect(FromAgentId).toBe(index === 0 ? 1 : steps[index - 1].ToAgentId));
  });
});

describe('lists of smartsheets', () => {
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
      {
        TableName: 'LifeCases',
        ID: 2,
        FromAgentId: below,
        ToAgentId: own,
        TransferredAt: '2026-01-03T00:00:00.0000000',
      },
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
    const named = await app.http.get('/v1/Smartsheets/Transfers?FromAgentName=Below').set(agent).expect(200);
    expect(named.body.Transfers).toMatchObject([{ FromAgentName: 'Below', ToAgentName: expect.stringMatching(/./) }]);
  });
});
