import {
  startImports,
  type ImportSuite,
  type LoggedLine,
  type Auth,
  type ShownImport,
} from '../../../test/support/suites/imports.js';
import sql from 'sql-template-tag';
import { signedIn } from '../../../test/support/app/app.js';
import { PersonService } from '../contacts/person/person.service.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

describe('doubtful lines', () => {
  let suite: ImportSuite;

  beforeAll(async () => {
    suite = await startImports();
  });
  afterAll(() => suite.app.close());

  /** Doubtful lines: 2 and 3 have short ZIP codes, 4 is line 2 again, and 5 is it again with a short ZIP code. */
  const doubtful = (word: string): string =>
    [
      'First name,Last name,E-Mail,Zip Code',
      `Ann,${word}son,ann.${word}@example.com,1887`,
      `Bob,${word}son,bob.${word}@example.com,2139`,
      `Cid,${word}son,ann.${word}@example.com,10001`,
      `Dee,${word}son,ann.${word}@example.com,1887`,
    ].join('\n');

  describe('a run takes the doubtful lines', () => {
    it.each<[string, object, string[]]>([
      ['none by default', {}, []],
      ['all whose doubts have one of the reasons', { TakeReasons: ['Invalid'] }, ['Ann', 'Bob']],
      ['of several reasons', { TakeReasons: ['Invalid', 'Duplicate'] }, ['Ann', 'Bob', 'Cid', 'Dee']],
      ['that it names', { TakeLines: [4] }, ['Cid']],
      ['but not those that it leaves', { Doubtful: 'take', LeaveLines: [3, 5] }, ['Ann', 'Cid']],
      ['by reason and by line', { TakeReasons: ['Invalid'], TakeLines: [4], LeaveLines: [2] }, ['Bob', 'Cid']],
    ])('%s', async (title, choice, expected) => {
      const word = title.replaceAll(' ', '').slice(0, 12);
      const shown = await suite.upload(doubtful(word));
      expect(shown).toMatchObject({ Doubtful: 4, Invalid: 0 });
      const { body } = await suite.run(shown, choice).expect(200);
      expect(body.Imports[0]).toMatchObject({ Inserted: expected.length, Doubtful: 4 - expected.length });
      const stored = await suite.found(`${word}son`);
      expect(stored.map(({ FirstName }) => FirstName).sort()).toEqual(expected);
    });
  });

  it('puts lost zeros back with the option Zeros', async () => {
    const file = 'First name,Last name,Zip Code\nZoe,Restored,1887\nZeno,Restored,2139-0012\n';
    const asked = await suite.upload(file);
    expect(asked).toMatchObject({ Doubtful: 2, Options: { Zeros: 'ask' } });
    const restored = await suite.change(asked, { Zeros: 'restore' });
    expect(restored).toMatchObject({ Doubtful: 0, Inserted: 2, Options: { Zeros: 'restore' } });
    const zips = (await suite.rowsOf(restored)).filter(({ Field }) => Field === 'address_zip').map(({ To }) => To);
    expect(zips).toEqual(['01887', '02139-0012']);
    expect(await suite.upload(file, { query: '?Zeros=restore' })).toMatchObject({ Doubtful: 0 });
  });

  it.each([
    ['Birthday', 'unknown', 'Birthday is no day: write it as 2026-11-26, or empty the cell.'],
    ['E-Mail', 'none', 'E-Mail is no e-mail address such as ada@example.com: correct it, or empty the cell.'],
    [
      'TotalDebtAmount',
      'much',
      'TotalDebtAmount is no such number: it must be a number with at most 2 decimals. Write',
    ],
    ['SMS opt in', 'perhaps', 'SMS opt in is neither yes nor no: write one, or empty the cell.'],
  ])('says of the column %s in words of a spreadsheet what is wrong with %s', async (title, value, message) => {
    const rows = await suite.rowsOf(await suite.upload(`Last name,${title}\nWorded,${value}\n`));
    expect(rows).toMatchObject([{ Line: 2, Action: 'Invalid', To: value, Message: expect.stringContaining(message) }]);
  });

  it('shows the stored value and that of the file with a doubt, and no secret', async () => {
    const id = await suite.added({ FirstName: 'Zora', LastName: 'Compared', address_zip: '01887' });
    const rows = await suite.rowsOf(await suite.upload(`ContactId,Zip Code,SSN\n${id},1887,123\n`));
    expect(rows.map(({ Field, From, To }) => [Field, From, To])).toContainEqual(['SSN', '', '***']);
    const [doubt] = await suite.rowsOf(await suite.upload(`ContactId,Zip Code\n${id},1887\n`));
    expect(doubt).toMatchObject({ Action: 'Doubtful', Field: 'address_zip', From: '01887', To: '1887' });
    expect(doubt.Message).toMatch(/^Zip Code has too few digits/);
  });

  it('refuses a text that is named as a workbook', async () => {
    const { body } = await suite.send('Last name\nText\n', { name: 'people.xlsx' }).expect(400);
    expect(body.ResponseStatus.Message).toContain('is named .xlsx, but is a text');
  });

  it('lists each line once, with the number of its rows and problems, by reason', async () => {
    const shown = await suite.upload(doubtful('lined'));
    const linesOf = async (query: string) => {
      const path = `/v1/Imports/${shown.ImportId}/Lines${query}`;
      return (await suite.app.http.get(path).set(suite.admin).expect(200)).body.Lines as Record<string, unknown>[];
    };
    const rows = await suite.rowsOf(shown);
    const all = await linesOf('');
    expect(all.map(({ Line, Action, Problems }) => [Line, Action, Problems])).toEqual([
      ...[[2, 'Doubtful', 1] as const, [3, 'Doubtful', 1] as const],
      ...[[4, 'Doubtful', 1] as const, [5, 'Doubtful', 2] as const],
    ]);
    expect(all.map(({ Rows }) => Rows)).toEqual(
      [2, 3, 4, 5].map((at) => rows.filter(({ Line }) => Line === at).length),
    );
    expect((await linesOf('?Reason=Duplicate')).map(({ Line }) => Line)).toEqual([4, 5]);
    expect((await linesOf('?ProblemsGreaterThanOrEqualTo=2')).map(({ Line }) => Line)).toEqual([5]);
    await suite.app.http.get(`/v1/Imports/${shown.ImportId}/Lines`).set(suite.agent).expect(404);
  });
});

describe('matches of lines', () => {
  let suite: ImportSuite;

  beforeAll(async () => {
    suite = await startImports();
  });
  afterAll(() => suite.app.close());

  const doubtsIn = (rows: readonly LoggedLine[]) =>
    rows.filter(({ ErrorCode }) => ErrorCode !== '').map(({ Line, Action, Message }) => ({ Line, Action, Message }));

  describe('a line that is matched by e-mail address or telephone number', () => {
    it.each(['email', 'phone'])('with %s is doubtful if it fits two contacts, and no run imports it', async (Match) => {
      const reach = Match === 'email' ? { EmailWork: 'two@example.com' } : { Phone: '505-555-0120' };
      const ids = [
        await suite.added({ LastName: 'Fits', ...reach }),
        await suite.added({ LastName: 'Fits', ...reach }),
      ];
      const [[title, value]] = Object.entries(reach);
      const shown = await suite.upload(`${title},Title\n${value},Dr\n`, { query: `?Match=${Match}` });
      expect(shown).toMatchObject({ Rows: 1, Doubtful: 1, Invalid: 0, Inserted: 0, Updated: 0 });
      const rows = await suite.rowsOf(shown);
      expect(doubtsIn(rows)).toEqual([
        { Line: 2, Action: 'Doubtful', Message: expect.stringContaining(`of 2 contacts (${ids.join(', ')})`) },
      ]);
      const { body } = await suite.run(shown, { Doubtful: 'take' }).expect(200);
      expect(body.Imports[0]).toMatchObject({ State: 'Done', Doubtful: 1, Inserted: 0, Updated: 0 });
      expect(await suite.rowsOf(shown)).toEqual(rows);
    });

    it('is doubtful if its name differs, and a run does not change the contact', async () => {
      const id = await suite.added({ FirstName: 'John', LastName: 'Family', Phone: '505-555-0121' });
      const file = 'FirstName,LastName,Phone,Title\nMary,Family,505-555-0121,Dr\n';
      const shown = await suite.upload(file, { query: '?Match=phone' });
      expect(shown).toMatchObject({ Doubtful: 1, Updated: 0 });
      expect(doubtsIn(await suite.rowsOf(shown))).toEqual([
        {
          Line: 2,
          Action: 'Doubtful',
          Message: expect.stringContaining(`FirstName differs from that of contact ${id}`),
        },
      ]);
      await suite.run(shown).expect(200);
      expect(await suite.contact(id)).toMatchObject({ FirstName: 'John', Title: null });
    });

    it.each([
      ['the same name, written otherwise', { FirstName: 'José', LastName: "O'Hara" }, 'JOSE,OHara'],
      ['no name', { LastName: 'Nameless' }, ','],
      ['a first name that the contact lacks', { LastName: 'Only' }, 'Ada,Only'],
    ])('is no doubt with %s', async (_, fields, names) => {
      const EmailWork = `${fields.LastName.toLowerCase().replace("'", '')}@example.com`;
      const id = await suite.added({ ...fields, EmailWork });
      const shown = await suite.upload(`FirstName,LastName,EmailWork,Title\n${names},${EmailWork},Dr\n`, {
        query: '?Match=email',
      });
      expect(doubtsIn(await suite.rowsOf(shown))).toEqual([]);
      expect(await suite.rowsOf(shown)).toContainEqual(expect.objectContaining({ Key: String(id), Field: 'Title' }));
    });

    it('is a doubt with the name of a person for the number of a business', async () => {
      await suite.added({ BusinessName: 'Bakery', Phone: '505-555-0122' });
      const shown = await suite.upload('FirstName,LastName,Phone\nIda,Baker,505-555-0122\n', { query: '?Match=phone' });
      expect(shown).toMatchObject({ Doubtful: 1 });
    });

    it('yields to a line with the name of the contact', async () => {
      const id = await suite.added({ FirstName: 'Ann', LastName: 'Shared', EmailWork: 'family@example.com' });
      const file =
        'FirstName,LastName,EmailWork,Title\nBob,Shared,family@example.com,Mr\nAnn,Shared,family@example.com,Dr\n';
      const shown = await suite.upload(file, { query: '?Match=email' });
      expect(shown).toMatchObject({ Doubtful: 1, Updated: 1, Invalid: 0 });
      expect(doubtsIn(await suite.rowsOf(shown))).toEqual([
        { Line: 2, Action: 'Doubtful', Message: expect.stringContaining('as line 3 has') },
      ]);
      await suite.run(shown).expect(200);
      expect(await suite.contact(id)).toMatchObject({ FirstName: 'Ann', Title: 'Dr' });
    });
  });

  it('keeps the rows of each line in a run, and adds only the keys of new records', async () => {
    const id = await suite.added({ FirstName: 'Zero', LastName: 'Kept', address_zip: '02134', Phone: '505-555-0123' });
    const lines = [`${id},Zero,Kept,2134,,Dr`, ',New,One,,,Mr', ',New,Twin,,505-555-0123,Ms'];
    const shown = await suite.upload(`ContactId,FirstName,LastName,address_zip,Phone,Title\n${lines.join('\n')}\n`);
    const withoutKeys = (rows: readonly LoggedLine[]) =>
      rows
        .filter(({ Line, Field }) => Line !== 3 || !['ContactGUID', 'DateCreated'].includes(Field))
        .map((row) => (row.Line === 3 ? { ...row, Key: '' } : row))
        .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    const before = await suite.rowsOf(shown);
    expect(before.filter(({ Action }) => Action === 'Doubtful').length).toBeGreaterThan(4);
    await suite.run(shown).expect(200);
    const after = await suite.rowsOf(shown);
    expect(withoutKeys(after)).toEqual(withoutKeys(before));
    expect(after.map(({ Key }) => Key)).not.toContain('undefined');
    expect(after.find(({ Line }) => Line === 3)?.Key).toMatch(/^\d+$/);
  });

  it('a failed run shows no keys of records that it has taken back', async () => {
    const shown = await suite.upload('LastName,StateID\nGood,\nBad,x\n');
    await suite.run(shown).expect(400);
    expect((await suite.rowsOf(shown)).map(({ Key }) => Key)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/./)]),
    );
  });

  it('says of a line for a deleted contact that it is deleted, to Administrators as a doubt', async () => {
    const id = await suite.added({ LastName: 'Deleted' });
    await suite.app.http.delete(`/v1/Contacts/${id}`).set(suite.agent).expect(200);
    for (const [file, query] of [
      [`ContactId,Title\n${id},Dr\n`, ''],
      [`ContactId,EventTypeId,StartDate\n${id},1,2026-02-01\n`, '?Into=activities'],
    ]) {
      const shown = await suite.upload(file, { query });
      expect(doubtsIn(await suite.rowsOf(shown))).toMatchObject([
        { Line: 2, Message: 'ContactId is a deleted contact: restore it first.' },
      ]);
    }
  });

  it('gives options that are sent as null their defaults', async () => {
    const shown = await suite.upload('LastName\nNulls\n', { query: '?Blank=clear&Match=email&Decimal=.' });
    const { Options } = await suite.change(shown, { Blank: null, Match: null, Decimal: null, Map: null });
    expect(Options).toMatchObject({ Blank: 'keep', Match: 'key', Decimal: null, Map: {} });
  });
});

describe('the scope of the sender', () => {
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
          await rowsOf(
            `ContactName,EventTypeName,StartDate\n${name},Phone call,2026-02-01\n`,
            agent,
            '?Into=activities',
          )
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
});

describe('files of people', () => {
  let suite: ImportSuite;

  beforeAll(async () => {
    suite = await startImports();
  });
  afterAll(() => suite.app.close());

  const folder = join(__dirname, '../../../test/support/data/files-of-people');
  const uploaded = async (name: string): Promise<ShownImport> =>
    suite.upload(await readFile(join(folder, name)), { name, type: '' });
  /** The recognised columns of an import, with their fields. */
  const fieldsOf = ({ Columns }: ShownImport): Record<string, string> =>
    Object.fromEntries(Columns.filter(({ Field }) => Field !== '').map(({ Column, Field }) => [Column, Field]));
  /** The new values of each line, by field. */
  const valuesOf = (rows: readonly LoggedLine[]): Record<number, Record<string, string>> => {
    const lines: Record<number, Record<string, string>> = {};
    for (const { Line, Field, To, Message } of rows) if (Message === '') (lines[Line] ??= {})[Field] = To;
    return lines;
  };

  it.each<[string, Record<string, string>]>([
    [
      'outlook.csv',
      {
        'First Name': 'FirstName',
        'Last Name': 'LastName',
        'Job Title': 'Title',
        'E-mail Address': 'EmailWork',
        'E-mail 2 Address': 'EmailPersonal',
        'Business Phone': 'Phone',
        'Other Phone': 'PhoneAlt',
        Department: 'Department',
        Company: 'BusinessName',
        'Business Street': 'address_line1',
        'Business City': 'address_city',
        'Business State': 'address_state',
        'Business Postal Code': 'address_zip',
        Birthday: 'DateOfBirth',
        Notes: 'AdditionalInformation',
      },
    ],
    [
      'google.csv',
      {
        'First Name': 'FirstName',
        'Last Name': 'LastName',
        'Organization Name': 'BusinessName',
        'Organization Title': 'Title',
        'Organization Department': 'Department',
        Birthday: 'DateOfBirth',
        Notes: 'AdditionalInformation',
        'E-mail 1 - Value': 'EmailWork',
        'E-mail 2 - Value': 'EmailPersonal',
        'Phone 1 - Label': 'PhoneLabel',
        'Phone 1 - Value': 'Phone',
        'Phone 2 - Label': 'AltPhoneLabel',
        'Phone 2 - Value': 'PhoneAlt',
        'Address 1 - Street': 'address_line1',
        'Address 1 - City': 'address_city',
        'Address 1 - Region': 'address_state',
        'Address 1 - Postal Code': 'address_zip',
      },
    ],
    [
      'salesforce.csv',
      {
        'First Name': 'FirstName',
        'Last Name': 'LastName',
        Title: 'Title',
        'Account Name': 'BusinessName',
        'Mailing Street': 'address_line1',
        'Mailing City': 'address_city',
        'Mailing State/Province': 'address_state',
        'Mailing Zip/Postal Code': 'address_zip',
        Phone: 'Phone',
        Mobile: 'PhoneAlt',
        Email: 'EmailWork',
        Birthdate: 'DateOfBirth',
        Department: 'Department',
        'Lead Source': 'SourceTypeDesc',
        Description: 'AdditionalInformation',
      },
    ],
    [
      'hubspot.csv',
      {
        'First Name': 'FirstName',
        'Last Name': 'LastName',
        Email: 'EmailWork',
        'Phone Number': 'PhoneAlt',
        'Mobile Phone Number': 'Phone',
        'Company Name': 'BusinessName',
        'Job Title': 'Title',
        'Street Address': 'address_line1',
        City: 'address_city',
        'State/Region': 'address_state',
        'Postal Code': 'address_zip',
        'Date of birth': 'DateOfBirth',
      },
    ],
    [
      'office.csv',
      {
        'Client name': 'Name',
        'E-Mail': 'EmailWork',
        Telephone: 'Phone',
        Street: 'address_line1',
        City: 'address_city',
        ST: 'address_state',
        'Zip Code': 'address_zip',
        'D.O.B.': 'DateOfBirth',
        'Job Title': 'Title',
        Remarks: 'AdditionalInformation',
      },
    ],
    [
      'city-and-state.csv',
      {
        Name: 'Name',
        Cell: 'Phone',
        Address: 'address_line1',
        Town: 'address_city',
        State: 'address_state',
        ZIP: 'address_zip',
        Notes: 'AdditionalInformation',
      },
    ],
    [
      'oficina.csv',
      {
        Nombre: 'FirstName',
        Apellidos: 'LastName',
        'Correo electrónico': 'EmailWork',
        'Teléfono móvil': 'Phone',
        'Teléfono fijo': 'PhoneAlt',
        Dirección: 'address_line1',
        Ciudad: 'address_city',
        Provincia: 'address_state',
        'Código postal': 'address_zip',
        'Fecha de nacimiento': 'DateOfBirth',
        Observaciones: 'AdditionalInformation',
      },
    ],
    ['clientes.csv', { Nombre: 'Name', Correo: 'EmailWork', Teléfono: 'Phone', Notas: 'AdditionalInformation' }],
  ])('recognises the columns of %s, and imports them', async (name, expected) => {
    const shown = await uploaded(name);
    expect(fieldsOf(shown)).toEqual(expected);
    expect(shown).toMatchObject({ Invalid: 0 });
    expect(Number(shown.Inserted) + Number(shown.Doubtful)).toBe(shown.Rows);
  });

  it('divides full names into first and last names, and asks about those that are not plain', async () => {
    const shown = await uploaded('office.csv');
    const rows = await suite.rowsOf(shown);
    const names = Object.entries(valuesOf(rows)).map(([, { FirstName = '', MiddleInitial = '', LastName, Name }]) =>
      [FirstName, MiddleInitial, LastName, Name].join('/'),
    );
    expect(names).toEqual([
      'Abigail//Lemke/Abigail Lemke',
      'Theodore//Ramsey/Theodore Ramsey',
      'Ursula/K/Vance/Ursula Vance',
      'Ludwig//van der Berg/Ludwig van der Berg',
      'Dr. Helen//Marsh/Dr. Helen Marsh',
      '//Cher/Cher',
    ]);
    const doubts = rows.filter(({ ErrorCode }) => ErrorCode !== '').map(({ Line, Message }) => [Line, Message]);
    expect(doubts).toEqual([
      [
        5,
        expect.stringContaining(
          'it becomes first name “Ludwig”, last name “van der Berg”. Or give first and last names',
        ),
      ],
      [6, expect.stringContaining('it becomes first name “Dr. Helen”, last name “Marsh”')],
      [7, expect.stringContaining('it becomes last name “Cher”')],
    ]);
    expect(shown).toMatchObject({ Inserted: 3, Doubtful: 3 });
  });

  it('leaves the full name of a stored contact whole, and of a contact with a column of last names', async () => {
    const id = await suite.added({ FirstName: 'Gudrun', LastName: 'Full' });
    const stored = await suite.upload(`ContactId,Name,Remarks\n${id},Gudrun Full,x\n`);
    expect((await suite.rowsOf(stored)).map(({ Field }) => Field)).toEqual(['AdditionalInformation']);
    const both = await suite.upload('Client,Last name\nSomebody Else,Own\n');
    expect(fieldsOf(both)).toEqual({ 'Last name': 'LastName' });
  });

  it('takes State for the name of StateID, unless it is beside other parts of an address', async () => {
    expect(fieldsOf(await suite.upload('LastName,State\nAlone,TX\n'))).toMatchObject({ State: 'StateID' });
    expect(fieldsOf(await suite.upload('LastName,State,City\nBeside,TX,Austin\n'))).toMatchObject({
      State: 'address_state',
    });
  });

  it('recognises the titles of activities', async () => {
    const name = 'Fabiola Tracked';
    await suite.added({ FirstName: 'Fabiola', LastName: 'Tracked' }, suite.agent);
    const shown = await suite.upload(
      `Client,Type,Date,Result,Remarks\n${name},Phone call,2026-02-01 10:00,Reached,ok\n`,
      {
        query: '?Into=activities',
        as: suite.agent,
      },
    );
    expect(Object.values(fieldsOf(shown))).toEqual(['ContactId', 'EventTypeId', 'StartDate', 'Outcome', 'Note']);
    expect(shown).toMatchObject({ Inserted: 1, Invalid: 0 });
  });
});
