import { startImports, type Auth, type ImportSuite, type LoggedLine } from '../../../test/support/suites/imports.js';

let suite: ImportSuite;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

/** The preview of a file as its sender reads it, without what differs from one upload to the next. */
async function previewed(content: string, as: Auth, query = ''): Promise<object> {
  const shown = await suite.upload(content, { as, query });
  const { Columns, Inserted, Updated, Doubtful, Invalid } = shown;
  return { Columns, Inserted, Updated, Doubtful, Invalid, Rows: await suite.rowsOf(shown, as) };
}
const rowsOf = async (content: string, as: Auth, query = ''): Promise<LoggedLine[]> =>
  suite.rowsOf(await suite.upload(content, { as, query }), as);

describe('a name instead of an id', () => {
  it('of a contact is that of a contact that the sender sees, whatever others have', async () => {
    const { agent, other, added } = suite;
    const own = await added({ FirstName: 'Nadia', LastName: 'Boulanger' });
    const file = 'ContactName,EventTypeName,StartDate\nNadia Boulanger,Phone call,2026-02-01 10:00\n';
    const before = await rowsOf(file, agent, '?Into=activities');
    expect(before).toContainEqual(expect.objectContaining({ Field: 'ContactId', To: String(own) }));
    await added({ FirstName: 'Nadia', LastName: 'Boulanger' }, other);
    expect(await rowsOf(file, agent, '?Into=activities')).toEqual(before);
  });

  it('of a contact out of scope is unknown, as the name of no contact is', async () => {
    const { agent, other, added } = suite;
    await added({ FirstName: 'Lili', LastName: 'Hidden' }, other);
    const messagesOf = async (name: string): Promise<string[]> =>
      (
        await rowsOf(`ContactName,EventTypeName,StartDate\n${name},Phone call,2026-02-01\n`, agent, '?Into=activities')
      ).map(({ Message }) => Message);
    expect(await messagesOf('Lili Hidden')).toEqual(await messagesOf('Nobody Atall'));
  });

  it('counts the visible contacts of a repeated name, and names no ids', async () => {
    const { agent, added } = suite;
    const ids = [
      await added({ FirstName: 'Two', LastName: 'Namesakes' }),
      await added({ FirstName: 'Two', LastName: 'Namesakes' }),
    ];
    const file = 'ContactName,EventTypeName,StartDate\nTwo Namesakes,Phone call,2026-02-01\n';
    const [{ Action, Message }] = await rowsOf(file, agent, '?Into=activities');
    expect({ Action, Message }).toEqual({ Action: 'Invalid', Message: expect.stringContaining('2 records') });
    for (const id of ids) expect(Message).not.toContain(String(id));
  });

  it('leaves deleted contacts apart', async () => {
    const { app, admin, agent, added } = suite;
    const [kept, gone] = [
      await added({ FirstName: 'Kept', LastName: 'Namesake' }),
      await added({ FirstName: 'Kept', LastName: 'Namesake' }),
    ];
    await app.http.delete(`/v1/Contacts/${gone}`).set(agent).expect(200);
    const file = 'ContactName,EventTypeName,StartDate\nKept Namesake,Phone call,2026-02-01\n';
    for (const as of [agent, admin])
      expect(await rowsOf(file, as, '?Into=activities')).toContainEqual(
        expect.objectContaining({ Field: 'ContactId', To: String(kept) }),
      );
  });

  it('beside the id of a contact out of scope says nothing about it', async () => {
    const { agent, other, added } = suite;
    const id = await added({ FirstName: 'Secret', LastName: 'Client' }, other);
    const preview = (name: string): Promise<object> =>
      previewed(
        `ContactId,ContactName,EventTypeName,StartDate\n${id},${name},Phone call,2026-02-01\n`,
        agent,
        '?Into=activities',
      );
    const hidden = (await preview('Secret Client')) as { Columns: { Example: string }[] };
    const wrong = (await preview('Wrong Name')) as typeof hidden;
    expect(hidden).toEqual({ ...wrong, Columns: hidden.Columns });
  });

  it('of an agent is that of an agent that the sender may choose', async () => {
    const { app, admin, agent, otherId } = suite;
    const agentNamed = async (AgentName: string, AgentStatus: string): Promise<number> => {
      const { body } = await app.http.post('/v1/Agents').set(admin).send({ AgentName, AgentStatus }).expect(200);
      return body.Agents[0].AgentId as number;
    };
    const writer = await agentNamed('Wanda Writer', 'Active');
    const other = (await app.http.get(`/v1/Agents/${otherId}`).set(admin).expect(200)).body.Agents[0]
      .AgentName as string;
    const linesOf = (title: string, name: string): Promise<LoggedLine[]> =>
      rowsOf(`FirstName,LastName,${title}\nNamed,Agent,${name}\n`, agent);
    const chosen = expect.objectContaining({ Field: 'WritingAgentId', To: String(writer) });
    expect(await linesOf('WritingAgent', 'Wanda Writer')).toContainEqual(chosen);
    await agentNamed('Wanda Writer', 'Left');
    expect(await linesOf('WritingAgent', 'Wanda Writer')).toContainEqual(chosen);
    expect(await linesOf('AgentName', other)).toEqual(await linesOf('AgentName', 'Nobody Atall'));
  });
});
