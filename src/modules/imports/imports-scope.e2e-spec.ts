import sql from 'sql-template-tag';
import { signedIn } from '../../../test/support/app/app.js';
import {
  startImports,
  type Auth,
  type ImportSuite,
  type LoggedLine,
  type ShownImport,
} from '../../../test/support/suites/imports.js';
import { PersonService } from '../contacts/person/person.service.js';

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

  it('under a long title is recognised, and no message is longer than 1,000 characters', async () => {
    const { agent, agentId, change, rowsOf, upload } = suite;
    const title = `Agent${'-'.repeat(3000)}`;
    const shown = await upload(`LastName,AgentId,${title}\nLong,${agentId},Wrong Name\n`, { as: agent });
    const doubts = await rowsOf(shown, agent);
    expect(doubts).toContainEqual(expect.objectContaining({ Action: 'Doubtful', ErrorCode: 'Mismatch' }));
    for (const { Message } of doubts) expect(Message.length).toBeLessThanOrEqual(1000);
    const [, , { Column, Field }] = shown.Columns;
    expect(Field).toBe('AgentId');
    const mapped = await change(shown, { Map: { [Column]: 'Title' } }, agent);
    expect(mapped.Columns[2].Field).toBe('Title');
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
    // To has the name, as the file has it.
    const nobodys = (await linesOf('AgentName', 'Nobody Atall')).map((line) => ({ ...line, To: other }));
    expect(await linesOf('AgentName', other)).toEqual(nobodys);
  });
});

describe('a line for a record out of scope', () => {
  const unknownId = 987_654;
  /** The rows of a preview, without the id that the line names. */
  const answer = async (content: string, id: number, query = ''): Promise<string> =>
    JSON.stringify(await previewed(content, suite.agent, query)).replaceAll(String(id), 'ID');
  /** The preview of a line that names the record with `id` is that of one that names no record. */
  async function expectUnknown(id: number, file: (id: number) => string, query = ''): Promise<void> {
    const [theirs, nobodys] = [await answer(file(id), id, query), await answer(file(unknownId), unknownId, query)];
    expect(theirs).toBe(nobodys);
    expect(theirs).toContain('Unknown');
  }

  it.each([
    ['two numbers in Phone', (id: number) => `ContactId,Phone\n${id},303-444-1234; 720-444-5678\n`],
    ['an equal value', (id: number) => `ContactId,Title\n${id},Dr\n`],
    ['another value', (id: number) => `ContactId,Title\n${id},Prof\n`],
    ['a zero less', (id: number) => `ContactId,address_zip\n${id},2134\n`],
    ['a Version', (id: number) => `ContactId,Title,Version\n${id},Prof,v000000000000000\n`],
    ['no value', (id: number) => `ContactId,Title\n${id},\n`],
  ])('is unknown to an agent, with %s', async (_, file) => {
    const id = await suite.added(
      { LastName: 'Theirs', Title: 'Dr', PhoneAlt: '303-444-9999', address_zip: '02134' },
      suite.other,
    );
    await expectUnknown(id, file);
  });

  it('is unknown if the contact was erased or merged, whichever values the line has', async () => {
    const { app, admin, other, added } = suite;
    const erased = await added({ LastName: 'Erased' }, other);
    await app.db.tx(() => app.get(PersonService).erase(erased));
    await expectUnknown(erased, (id) => `ContactId,Title\n${id},Dr\n`);
    const [kept, merged] = [await added({ LastName: 'Merged' }, other), await added({ LastName: 'Merged' }, other)];
    await app.http
      .post(`/v1/Contacts/${kept}/Merge`)
      .set(admin)
      .send({ From: [merged] })
      .expect(200);
    await expectUnknown(merged, (id) => `ContactId,LastName\n${id},Merged\n`);
    await expectUnknown(merged, (id) => `ContactId,LastName\n${id},Changed\n`);
  });

  it('is unknown for activities of such a contact, and names no contact', async () => {
    const { app, other, added } = suite;
    const id = await added({ LastName: 'Called' }, other);
    const { body } = await app.http
      .post(`/v1/Contacts/${id}/Activities`)
      .set(other)
      .send({ EventTypeId: 1 })
      .expect(200);
    const { ActivityId } = body.Activities[0] as { ActivityId: number };
    const query = '?Into=activities';
    await expectUnknown(ActivityId, (activity) => `ActivityId,Outcome\n${activity},Reached\n`, query);
    await expectUnknown(id, (contact) => `ContactId,EventTypeId,StartDate\n${contact},1,2026-02-01\n`, query);
    await expectUnknown(id, (contact) => `ContactId,EventTypeId\n${contact},1\n`, query);
  });
});

describe('a line for a deleted contact of the agent', () => {
  it('says that the contact is deleted', async () => {
    const { app, agent, added } = suite;
    const id = await added({ LastName: 'Deleted' });
    await app.http.delete(`/v1/Contacts/${id}`).set(agent).expect(200);
    const said = { Action: 'Invalid', Field: 'ContactId', Message: expect.stringContaining('deleted contact') };
    expect(await rowsOf(`ContactId,Title\n${id},Dr\n`, agent)).toMatchObject([said]);
    const activity = `ContactId,EventTypeId,StartDate\n${id},1,2026-02-01\n`;
    expect(await rowsOf(activity, agent, '?Into=activities')).toMatchObject([said]);
  });

  it('is left out if the contact was erased', async () => {
    const { app, agent, added } = suite;
    const id = await added({ LastName: 'Erased' });
    await app.db.tx(() => app.get(PersonService).erase(id));
    const left = { Action: 'Erased', Key: String(id) };
    expect(await rowsOf(`ContactId,Title\n${id},Dr\n`, agent)).toMatchObject([left]);
  });
});

describe('the owner of a contact', () => {
  it.each([
    ['0', 'keep'],
    ['', 'clear'],
  ])('cannot be taken away: AgentId "%s" with Blank=%s', async (AgentId, Blank) => {
    const { app, admin, agent, agentId, added, contact, run, upload } = suite;
    const id = await added({ LastName: 'Owned' });
    await app.http.put(`/v1/Contacts/${id}`).set(agent).send({ AgentId: 0 }).expect(403);
    for (const as of [agent, admin]) {
      const shown = await upload(`ContactId,AgentId,Title\n${id},${AgentId},Dr\n`, { as, query: `?Blank=${Blank}` });
      expect(await suite.rowsOf(shown, as)).toMatchObject([{ Action: 'Invalid', Field: 'AgentId' }]);
      await run(shown, {}, as).expect(400);
    }
    expect(await contact(id)).toMatchObject({ AgentId: agentId, Title: null });
  });

  it('of a new contact of an agent is the agent, also with AgentId 0', async () => {
    const { agent, agentId, done, found } = suite;
    await done('LastName,AgentId\nOwnerless,0\n', { as: agent });
    expect(await found('Ownerless')).toMatchObject([{ AgentId: agentId }]);
  });
});

it('shows an agent no stored value because an Administrator previews or runs the import of the agent', async () => {
  const { app, admin, agent, other, added, undo, upload, done } = suite;
  const id = await added({ LastName: 'Hidden', Title: 'Prof' }, other);
  const shown = await upload(`ContactId,LastName,Title\n${id},Seen,Dr\n`, { as: agent });
  const options = app.http.put(`/v1/Imports/${shown.ImportId}`).set(admin);
  await options.send({ Options: { Dates: 'mdy' } }).expect(200);
  await app.http.get(`/v1/Imports/${shown.ImportId}/Rows`).set(agent).expect(404);
  // An Administrator takes back what an agent has imported.
  await undo(await done('LastName\nTaken back\n', { as: agent }), {}, admin).expect(200);
});

it('refuses the same file a second time only to a user who sees the first import', async () => {
  const { admin, agent, other, done, run, upload } = suite;
  const file = 'LastName\nShared file\n';
  const { ImportId } = await done(file, { as: other });
  await done(file, { as: agent });
  const { body } = await run(await upload(file, { as: agent }), {}, agent).expect(409);
  expect(body.ResponseStatus.Meta.ImportId).not.toBe(ImportId);
  await run(await upload(file, { as: admin }), {}, admin).expect(409);
});

describe('the examples of the columns', () => {
  const examples = async (file: string, query = ''): Promise<string[]> => {
    const { ImportId, Columns } = await suite.upload(file, { as: suite.agent, query });
    const stored = await suite.app.db.one<{ Columns: string }>(
      sql`SELECT i.Columns AS Columns FROM imports i WHERE i.ImportId = ${ImportId}`,
    );
    expect(JSON.parse(stored!.Columns)).toEqual(Columns);
    return Columns.map(({ Example }) => Example);
  };

  it('leave out columns that are left alone', async () => {
    const query = `?Map=${encodeURIComponent('{"Title": ""}')}`;
    const file = 'LastName,Title,Card number,ContactGUID,\nAlone,Dr,4111111111111111,abc,more\n';
    expect(await examples(file, query)).toEqual(['Alone', '', '', '', '']);
  });

  it('leave out values that are stored encrypted', async () => {
    expect(await examples('LastName,SSN\nHidden,123-45-6789\n')).toEqual(['Hidden', '***']);
    const file = 'ContactId,EventTypeId,StartDate,Note\n1,1,2026-02-01,private\n';
    expect(await examples(file, '?Into=activities')).toEqual(['1', '1', '2026-02-01', '***']);
  });

  it('leave out values that look like secrets, whatever their columns are called', async () => {
    const query = `?Map=${encodeURIComponent('{"Remarks": "Title"}')}`;
    const file = 'LastName,Remarks,SourceNote,Phone\n123-45-6789,DE89370400440532013000,agk_key,4111111111111111\n';
    expect(await examples(file, query)).toEqual(['***', '***', '***', '***']);
  });
});

it('hides the imports of a former Administrator, whose rows show all records', async () => {
  const { admin, app, other, added, rowsOf, run, undo, upload } = suite;
  const former = await app.as('Administrator');
  const UserId = await app.userOf('Administrator');
  const [{ AgentId }] = await app.db.all<{ AgentId: number }>(
    sql`SELECT a.AgentId AS AgentId FROM agents a WHERE a.AgentStatus = 'Active' AND a.UserId IS NULL`,
  );
  const id = await added({ LastName: 'Hidden', Title: 'Ms' }, other);
  const previewed = await upload(`ContactId,Title\n${id},Dr\n`, { as: former });
  const ran = await upload(`ContactId,Title\n${id},Prof\n`, { as: former });
  await run(ran, {}, former).expect(200);
  const changed = await app.http
    .put(`/v1/Users/${UserId}`)
    .set(admin)
    .send({ Roles: ['Agent'], AgentId })
    .expect(200);
  const as = await signedIn(app, (changed.body as { Users: { UserName: string }[] }).Users[0].UserName);
  const own = await upload('LastName\nStill mine\n', { as });
  const { body } = await app.http.get('/v1/Imports').set(as).expect(200);
  expect((body.Imports as ShownImport[]).map(({ ImportId }) => ImportId)).toEqual([own.ImportId]);
  for (const { ImportId } of [previewed, ran]) {
    await app.http.get(`/v1/Imports/${ImportId}`).set(as).expect(404);
    await app.http.get(`/v1/Imports/${ImportId}/Rows`).set(as).expect(404);
    await app.http.put(`/v1/Imports/${ImportId}`).set(as).send({ Options: {} }).expect(404);
    await run({ ImportId }, {}, as).expect(404);
    await undo({ ImportId }, {}, as).expect(404);
  }
  expect(await rowsOf(previewed, admin)).toHaveLength(1);
});

describe('an error of a line', () => {
  it('names the column of the file if the contact has another ContactGUID', async () => {
    const id = await suite.added({ LastName: 'Kept' });
    const Map = JSON.stringify({ Customer: 'ContactGUID' });
    const shown = await suite.upload(`ContactId,Customer\n${id},${'ab'.repeat(16)}\n`, {
      query: `?Map=${encodeURIComponent(Map)}`,
    });
    const Message = `Customer cannot be changed: contact ${id} has another one.`;
    expect(await suite.rowsOf(shown)).toEqual([expect.objectContaining({ Line: 2, Field: 'ContactGUID', Message })]);
  });

  it('names the column of the file for an item of a list', async () => {
    const { ContactGUID } = await suite.contact(await suite.added({ LastName: 'Listed' }));
    const none = 'ab'.repeat(16);
    const shown = await suite.upload(
      `CustomerId,LocationId,Line,SignInTime\n${String(ContactGUID)},${none},"[""${none}""]",2026-01-05 10:00\n`,
      { query: `?Into=checkins&Map=${encodeURIComponent(JSON.stringify({ Line: 'LineIds' }))}` },
    );
    const errors = (await suite.rowsOf(shown)).filter(({ Field }) => Field === 'LineIds[0]');
    expect(errors.map(({ Message }) => Message)).toEqual(['Line must be a line of the location.']);
  });
});
