import { Config } from '../../config/config.js';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import {
  agent,
  desk,
  guidOf,
  line,
  newCustomer,
  north,
  seedVisits,
  south,
  question,
  startWithVisits,
} from '../../../test/support/data/visits.js';
import { grantAtDesk, receptionistAt } from '../../../test/support/data/receptionist.js';

describe('lines', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  let own: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ CLOCK: '2026-05-04T09:00:00' });
    await seedVisits(app);
    admin = await app.as('Administrator');
    own = await app.as('Agent', agent.own);
  });
  afterAll(() => app.close());

  const at = '/v1/Lines';
  const ids = (body: { Lines: { Id: string }[] }): string[] => body.Lines.map(({ Id }) => Id);
  const checkIn = (visit: object) =>
    app.http
      .post('/v1/CustomerCheckins')
      .set(admin)
      .send({ CustomerId: newCustomer(), LocationId: north, ...visit })
      .expect(200);

  /** Adds a line at the location North; returns its id. */
  const newLine = async (Name: string): Promise<string> =>
    (await app.http.post(at).set(admin).send({ LocationId: north, Name }).expect(200)).body.Lines[0].Id;
  /** Adds a station at the location North; returns its id. */
  async function newStation(Name: string, LineIds: string[]): Promise<string> {
    const sent = { LocationId: north, Name, LineIds };
    return (await app.http.post('/v1/Stations').set(admin).send(sent).expect(200)).body.Stations[0].StationId;
  }

  it('lists the lines in scope by location and name, including inactive lines', async () => {
    const { body } = await app.http.get(at).set(admin).expect(200);
    const stored = [line.a, line.b, line.closed, ...line.extra, line.far];
    expect(ids(body).filter((id) => stored.includes(id))).toEqual(stored);
    expect(ids((await app.http.get(at).set(own).expect(200)).body)).not.toContain(line.far);
    expect(body.Lines[0]).toMatchObject({ LocationName: 'North', LineImages: [{ ImageTitle: 'Sooner' }, {}] });
  });

  it('filters lines by LocationId and Active', async () => {
    expect(ids((await app.http.get(`${at}?LocationId=${south}`).set(admin)).body)).toEqual([line.far]);
    const { body } = await app.http.get(`${at}?LocationId=${north}&Active=false&include=total`).set(admin);
    expect(ids(body)).toEqual([line.closed]);
    expect(body.ResponseStatus.Meta).toEqual({ Total: '1' });
  });

  it('answers the wait of a customer who would check in now', async () => {
    const wait = async () => (await app.http.get(`${at}/${line.a}`).set(own).expect(200)).body.Lines[0].WaitTime;
    expect(await wait()).toBe(0);
    for (let visits = 0; visits < 3; visits++) await checkIn({ LineId: line.a });
    await checkIn({ LineId: line.a, SignInTime: '2026-05-03T09:00:00' });
    // Two stations serve three visits of 25 minutes each. The second station is free after 25 minutes. The visit of
    // yesterday does not count.
    expect(await wait()).toBe(25);
    await app.http.put(`/v1/Stations/${desk.second}`).set(admin).send({ Open: false }).expect(200);
    expect(await wait()).toBe(75);
    await app.http.put(`/v1/Stations/${desk.second}`).set(admin).send({ Open: true }).expect(200);
  });

  it('answers a line only if it is in scope', async () => {
    await app.http.get(`${at}/${line.far}`).set(own).expect(403);
    await app.http
      .get(`${at}/${guidOf(999)}`)
      .set(own)
      .expect(404);
  });

  it('lets an Administrator add and change a line, and sets EntDate and ModDate', async () => {
    const sent = { LocationId: north, Name: 'Loans', ServiceDurationMinutes: 40, EntDate: '2020-01-01', WaitTime: 7 };
    const { body } = await app.http.post(at).set(admin).send(sent).expect(200);
    const [{ Id }] = body.Lines;
    const EntDate = '2026-05-04T09:00:00.0000000Z';
    const made = { LocationName: 'North', Active: true, WaitTime: 0, EntDate, ModDate: EntDate, LineImages: [] };
    expect(body.Lines).toMatchObject([{ Name: 'Loans', ServiceDurationMinutes: 40, ...made }]);
    const sentBack = { ...body.Lines[0], Name: 'Credit' };
    const changed = await app.http.put(`${at}/${Id}`).set(admin).send(sentBack).expect(200);
    expect(changed.body.Lines).toEqual([sentBack]);
    await app.http
      .post(at)
      .set(admin)
      .send({ Id, ...sent })
      .expect(409);
  });

  it('refuses a line without a name or with an unknown location', async () => {
    expect(fieldErrors(await app.http.post(at).set(admin).send({}).expect(400))).toEqual([
      'LocationId NotEmpty',
      'Name NotEmpty',
    ]);
    const nowhere = { Name: 'Nowhere', LocationId: guidOf(999) };
    expect(fieldErrors(await app.http.post(at).set(admin).send(nowhere).expect(400))).toEqual(['LocationId Unknown']);
    const free = { LocationId: guidOf(999), Cost: -1 };
    expect(fieldErrors(await app.http.post(at).set(admin).send(free).expect(400))).toEqual([
      'Cost GreaterThanOrEqual',
      'Name NotEmpty',
    ]);
  });

  it('deactivates a line with visits instead of removing it, and refuses to move it', async () => {
    const Id = await newLine('Visited');
    await checkIn({ LineId: Id });
    await app.http.put(`${at}/${Id}`).set(admin).send({ LocationId: south }).expect(409);
    const { body } = await app.http.delete(`${at}/${Id}`).set(admin).expect(200);
    expect(body.Lines).toMatchObject([{ Id, Active: false }]);
    await app.http.put(`${at}/${Id}`).set(admin).send({ Active: true }).expect(200);
  });

  it('removes a line with its questions, and from its stations', async () => {
    const Id = await newLine('Removed');
    const questions = { LineQuestions: [{ LineId: Id, Question: 'Why?' }] };
    await app.http.post('/v1/LineQuestions').set(admin).send(questions).expect(200);
    const station = await newStation('Of a removed line', [Id, line.a]);
    const { body } = await app.http.delete(`${at}/${Id}`).set(admin).expect(200);
    expect(body.Lines).toMatchObject([{ Id, Name: 'Removed' }]);
    await app.http.get(`${at}/${Id}`).set(admin).expect(404);
    const { body: stations } = await app.http.get(`/v1/Stations/${station}`).set(own).expect(200);
    expect(stations.Stations).toMatchObject([{ LineIds: [line.a] }]);
  });

  it('removes a line from the stations of the location that it leaves', async () => {
    const Id = await newLine('Moving');
    const station = await newStation('Of a moving line', [line.a, Id]);
    const { body } = await app.http.put(`${at}/${Id}`).set(admin).send({ LocationId: south }).expect(200);
    expect(body.Lines).toMatchObject([{ LocationName: 'South' }]);
    const { body: stations } = await app.http.get(`/v1/Stations/${station}`).set(own).expect(200);
    expect(stations.Stations).toMatchObject([{ LineIds: [line.a] }]);
    await app.http.delete(`${at}/${Id}`).set(admin).expect(200);
  });
});

describe('locations', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  let own: { Authorization: string };
  let upline: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    admin = await app.as('Administrator');
    own = await app.as('Agent', agent.own);
    upline = await app.as('Agent', agent.upline);
  });
  afterAll(() => app.close());

  const at = '/v1/Locations';
  const pages = () => app.get(Config).publicUrl;
  /** A location without opening hours, as the service sends it. */
  const shown = (LocationId: string, Name: string, Active = true) => ({
    ...{ LocationId, Name, Active, OpeningHours: [], BookingPlaces: 0 },
    ...{ BookUrl: `${pages()}/book/${LocationId}`, ArriveUrl: `${pages()}/arrive/${LocationId}` },
  });
  const names = (body: { Locations: { Name: string }[] }): string[] => body.Locations.map(({ Name }) => Name);

  it('lists the locations in scope, by name', async () => {
    expect(names((await app.http.get(at).set(admin).expect(200)).body)).toEqual(['North', 'South']);
    for (const caller of [own, upline])
      expect((await app.http.get(at).set(caller).expect(200)).body.Locations).toEqual([shown(north, 'North')]);
    expect((await app.http.get(`${at}.csv?Name=South`).set(admin)).text).toBe(
      'LocationId,Name,Active,OpeningHours,BookingPlaces,BookUrl,ArriveUrl\r\n' +
        `${south},South,true,[],0,${pages()}/book/${south},${pages()}/arrive/${south}\r\n`,
    );
  });

  it('answers a location only if it is in scope', async () => {
    const { body, headers } = await app.http.get(`${at}/${north}`).set(own).expect(200);
    expect(body.Locations).toEqual([shown(north, 'North')]);
    expect(headers.etag).toMatch(/^"[\w-]+-json"$/);
    await app.http.get(`${at}/${south}`).set(own).expect(403);
    await app.http
      .get(`${at}/${guidOf(999)}`)
      .set(own)
      .expect(404);
  });

  it('lets an Administrator add, change and remove a location', async () => {
    const { body } = await app.http.post(at).set(admin).send({ Name: 'East' }).expect(200);
    const [{ LocationId }] = body.Locations;
    expect(body.Locations).toEqual([shown(LocationId, 'East')]);
    expect(LocationId).toMatch(/^[0-9a-f]{32}$/);
    const changed = await app.http.put(`${at}/${LocationId}`).set(admin).send({ Name: 'Far East' }).expect(200);
    expect(changed.body.Locations).toEqual([shown(LocationId, 'Far East')]);
    const auditRow = await app.db.one<{ Changes: string; Operation: string }>(
      sql`SELECT Operation, Changes FROM audit WHERE RecordId = ${LocationId} ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(auditRow).toMatchObject({ Operation: 'changeLocation', Changes: expect.stringContaining('Far East') });
    expect((await app.http.delete(`${at}/${LocationId}`).set(admin).expect(200)).body).toEqual({
      ...changed.body,
    });
    await app.http.delete(`${at}/${LocationId}`).set(admin).expect(404);
    await app.http.put(`${at}/${LocationId}`).set(admin).send({ Name: 'Nowhere' }).expect(404);
  });

  it('adds a location once for an Idempotency-Key', async () => {
    const add = () => app.http.post(at).set(admin).set('Idempotency-Key', 'a-new-office').send({ Name: 'West' });
    const first = await add().expect(200);
    expect((await add().expect(200)).body).toEqual(first.body);
    await app.http.delete(`${at}/${first.body.Locations[0].LocationId}`).set(admin).expect(200);
  });

  it('uses the LocationId that the client sends, and refuses a used LocationId', async () => {
    const sent = { LocationId: guidOf(150), Name: 'East' };
    expect((await app.http.post(at).set(admin).send(sent).expect(200)).body.Locations).toMatchObject([sent]);
    await app.http.post(at).set(admin).send(sent).expect(409);
    await app.http.delete(`${at}/${sent.LocationId}`).set(admin).expect(200);
  });

  it('refuses a location without a name', async () => {
    expect(fieldErrors(await app.http.post(at).set(admin).send({}).expect(400))).toEqual(['Name NotEmpty']);
    const long = { Name: 'x'.repeat(201) };
    expect(fieldErrors(await app.http.put(`${at}/${north}`).set(admin).send(long).expect(400))).toEqual([
      'Name Length',
    ]);
  });

  it('refuses to remove a location with lines or stations, and deactivates a location with visits', async () => {
    await app.http.delete(`${at}/${south}`).set(admin).expect(409);
    const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a };
    await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
    const { body } = await app.http.delete(`${at}/${north}`).set(admin).expect(200);
    expect(body.Locations).toEqual([shown(north, 'North', false)]);
    const another = { ...visit, CustomerId: newCustomer() };
    expect(fieldErrors(await app.http.post('/v1/CustomerCheckins').set(admin).send(another).expect(400))).toEqual([
      'LocationId Unknown',
    ]);
    await app.http.put(`${at}/${north}`).set(admin).send({ Active: true }).expect(200);
    await app.http.post('/v1/CustomerCheckins').set(admin).send(another).expect(200);
  });
});

describe('questions of lines', () => {
  const path = '/v1/LineQuestions';
  const unsetGuid = '0'.repeat(32);
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    ({ app, admin } = await startWithVisits());
  });
  afterAll(() => app.close());

  const get = (at = '') => app.http.get(`${path}${at}`).set(admin);
  const post = (LineQuestions: object[] | undefined, at = '') =>
    app.http.post(`${path}${at}`).set(admin).send({ LineQuestions });
  const put = (LineQuestions: object[] | undefined, at = '') =>
    app.http.put(`${path}${at}`).set(admin).send({ LineQuestions });
  const remove = (at = '', body: object = {}) => app.http.delete(`${path}${at}`).set(admin).send(body);

  interface Answered {
    body: {
      LineQuestions: { Id: number; Active: boolean }[];
      ResponseStatus: { Errors: { FieldName: string; ErrorCode: string }[] };
    };
  }
  const ids = ({ body }: Answered): number[] => body.LineQuestions.map(({ Id }) => Id);
  const errors = ({ body }: Answered) =>
    body.ResponseStatus.Errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]);

  async function added(Question: string, LineId = line.b, more: object = {}): Promise<number> {
    return ids(await post([{ LineId, Question, ...more }]).expect(200))[0];
  }
  /** Adds a visit that answers the question. */
  async function answer(Id: number, LineId = line.b): Promise<string> {
    const visit = guidOf(60_000 + Id);
    await app.http
      .post('/v1/CustomerCheckins')
      .set(admin)
      .send({ Id: visit, CustomerId: newCustomer(), LocationId: north, LineId })
      .expect(200);
    await put([{ Id, Answer: 'Yes' }], `/Line/Questionnaire/${visit}/false`).expect(200);
    return visit;
  }

  /** The questions that the suite stores before its tests. */
  const first = (all: number[]): number[] => all.filter((id) => id <= question.b1 || id <= question.retired);

  describe('GET', () => {
    it('lists all questions by line and Id, including retired questions', async () => {
      const { body } = await get().expect(200);
      expect(first(ids({ body }))).toEqual([question.a1, question.a2, question.retired, question.b1]);
      expect(body.LineQuestions[0]).toEqual({
        Id: question.a1,
        CustomerCheckInId: unsetGuid,
        LineId: line.a,
        Question: 'How did you hear of us?',
        Answer: '',
        Active: true,
      });
    });

    it('lists the questions of a line', async () => {
      expect(first(ids(await get(`/Line/${line.a}`).expect(200)))).toEqual([
        question.a1,
        question.a2,
        question.retired,
      ]);
      expect(first(ids(await get(`/Line/${line.far}`).expect(200)))).toEqual([]);
      expect(first(ids(await get(`?LineId=${line.b}`).expect(200)))).toEqual([question.b1]);
      await get(`/Line/${guidOf(1)}`).expect(404);
    });

    it('answers a question with an ETag', async () => {
      const answered = await get(`/${question.retired}`).expect(200);
      expect(answered.body.LineQuestions).toMatchObject([{ Id: question.retired, Active: false }]);
      await get(`/${question.retired}`).set('If-None-Match', answered.headers.etag).expect(304);
      await get('/987654').expect(404);
    });

    it('applies the list options to line questions', async () => {
      const { body } = await get('?IdLessThanOrEqualTo=4&orderByDesc=Id&take=2&include=total&fields=Id').expect(200);
      expect(body.LineQuestions).toEqual([{ Id: question.retired }, { Id: question.b1 }]);
      expect(body.ResponseStatus.Meta.Total).toBe('4');
      const { text } = await get('.csv?take=1').expect(200);
      expect(text).toBe(
        `Id,CustomerCheckInId,LineId,Question,Answer,Active\r\n1,,${line.a},How did you hear of us?,,true\r\n`,
      );
    });
  });

  describe('POST', () => {
    it('adds questions in the order sent, and on the line of the path if an item has no LineId', async () => {
      const { body } = await post(
        [
          { Question: 'Z?' },
          { Id: 0, LineId: line.far, Question: 'A?', Active: false, Answer: '', CustomerCheckInId: null },
        ],
        `/Line/${line.far}`,
      ).expect(200);
      expect(body.LineQuestions).toMatchObject([
        { LineId: line.far, Question: 'Z?', Active: true },
        { LineId: line.far, Question: 'A?', Active: false },
      ]);
      expect(ids(await get(`/Line/${line.far}`))).toEqual(ids({ body }));
    });

    it('reports every bad item, and adds no question', async () => {
      const before = ids(await get());
      const bad = await post([
        { Id: 5, LineId: line.a, Question: 'One?' },
        { LineId: line.a },
        { Question: 'Three?' },
        { LineId: line.a, Question: 'Four?', CustomerCheckInId: guidOf(1) },
        { LineId: line.a, Question: 'Five?' },
        { LineId: guidOf(1), Question: 'Six?' },
      ]).expect(400);
      expect(errors(bad)).toEqual([
        ['LineQuestions[0].Id', 'Invalid'],
        ['LineQuestions[1].Question', 'NotEmpty'],
        ['LineQuestions[2].LineId', 'NotEmpty'],
        ['LineQuestions[3].CustomerCheckInId', 'Invalid'],
      ]);
      const unknown = { LineId: guidOf(1), Question: 'One?' };
      expect(errors(await post([unknown, { LineId: line.a, Question: 'Two?' }, unknown]).expect(400))).toEqual([
        ['LineQuestions[0].LineId', 'Unknown'],
        ['LineQuestions[2].LineId', 'Unknown'],
      ]);
      for (const LineId of [line.b, guidOf(1)])
        expect(errors(await post([{ LineId, Question: 'One?' }], `/Line/${line.a}`).expect(400))).toEqual([
          ['LineQuestions[0].LineId', 'Mismatch'],
        ]);
      await post([{ Question: 'One?' }], `/Line/${guidOf(1)}`).expect(404);
      for (const none of [[], undefined])
        expect(errors(await post(none).expect(400))).toEqual([['LineQuestions', 'NotEmpty']]);
      expect(ids(await get())).toEqual(before);
    });

    it('refuses questions that are too long', async () => {
      expect(errors(await post([{ LineId: line.b, Question: '' }]).expect(400))).toEqual([
        ['LineQuestions[0].Question', 'NotEmpty'],
      ]);
      expect(errors(await post([{ LineId: line.b, Question: 'x'.repeat(1001) }]).expect(400))).toEqual([
        ['LineQuestions[0].Question', 'Length'],
      ]);
      await added('😀'.repeat(1000));
      expect(errors(await post([{ LineId: line.b, Question: 'x', Answer: 'x'.repeat(4001) }]).expect(400))).toEqual([
        ['LineQuestions[0].Answer', 'Length'],
      ]);
    });

    it('refuses the same active question twice on a line', async () => {
      await added('Twice?');
      expect(
        errors(
          await post([
            { LineId: line.b, Question: 'Once?' },
            { LineId: line.b, Question: 'Twice?' },
          ]).expect(409),
        ),
      ).toEqual([['LineQuestions[1].Question', 'Duplicate']]);
      await post([
        { LineId: line.b, Question: 'Same?' },
        { LineId: line.b, Question: 'Same?' },
      ]).expect(409);
      await added('Twice?', line.a);
      await added('Twice?', line.b, { Active: false });
      await added('twice?');
    });

    it('adds a question once if two requests send it at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => post([{ LineId: line.b, Question: 'Race?' }])));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    it('changes a question if the path of a POST has an Id, as a PUT does', async () => {
      const Id = await added('Post to change?');
      const { body } = await post([{ Question: 'Changed?' }], `/${Id}`).expect(200);
      expect(body.LineQuestions).toMatchObject([{ Id, Question: 'Changed?', LineId: line.b, Active: true }]);
      await post([{ Question: 'Changed?' }], '/987654').expect(404);
      await post([{ Question: 'Changed?' }], '/0').expect(404);
    });
  });

  describe('PUT', () => {
    it('changes only the listed questions, and only the fields that you send', async () => {
      const [first, second, third] = [await added('First?'), await added('Second?'), await added('Third?')];
      const { body } = await put([
        { Id: third, Active: false },
        { Id: first, Question: 'First, changed?' },
      ]).expect(200);
      expect(body.LineQuestions).toMatchObject([
        { Id: third, Question: 'Third?', Active: false },
        { Id: first, Question: 'First, changed?', Active: true },
      ]);
      expect((await get(`/${second}`)).body.LineQuestions[0]).toMatchObject({ Question: 'Second?', Active: true });
      expect((await put([{ Id: first, LineId: line.a }]).expect(200)).body.LineQuestions[0]).toMatchObject({
        LineId: line.a,
      });
    });

    it('changes no question if one of the Ids is unknown', async () => {
      const Id = await added('All or none?');
      const unknown = await put([
        { Id: 987_654, Active: false },
        { Id, Active: false },
        { Id: 987_655, Active: false },
      ]).expect(404);
      expect(errors(unknown)).toEqual([
        ['LineQuestions[0].Id', 'Unknown'],
        ['LineQuestions[2].Id', 'Unknown'],
      ]);
      expect((await get(`/${Id}`)).body.LineQuestions[0].Active).toBe(true);
      expect(errors(await put([{ Active: false }]).expect(400))).toEqual([['LineQuestions[0].Id', 'NotNull']]);
      expect(errors(await put([{ Id }, { Id }]).expect(400))).toEqual([['LineQuestions[1].Id', 'Duplicate']]);
      expect(errors(await put([{ Id, LineId: guidOf(1) }]).expect(400))).toEqual([
        ['LineQuestions[0].LineId', 'Unknown'],
      ]);
      await put([]).expect(400);
    });

    it('does not change the fields of a question that the client sends as null or as an empty text', async () => {
      const Id = await added('Unset?');
      for (const none of [null, ''])
        expect((await put([{ Id, LineId: none, Question: none }]).expect(200)).body.LineQuestions).toMatchObject([
          { Id, LineId: line.b, Question: 'Unset?', Active: true },
        ]);
    });

    it('reports all errors of the form of a change in one answer, and else all others', async () => {
      const Id = await added('All at once?');
      const items = [
        { Id: 987_654 },
        { Id, LineId: guidOf(1), CustomerCheckInId: guidOf(1) },
        { Active: false },
        { Id },
      ];
      const longest = { Active: false, Question: 'x'.repeat(1001) };
      expect(errors(await put([{ Id: 987_654, Question: 7 }, items[1], longest]).expect(400))).toEqual([
        ['LineQuestions[0].Question', 'Invalid'],
        ['LineQuestions[2].Question', 'Length'],
      ]);
      expect(errors(await put(items).expect(400))).toEqual([
        ['LineQuestions[0].Id', 'Unknown'],
        ['LineQuestions[3].Id', 'Duplicate'],
        ['LineQuestions[1].CustomerCheckInId', 'Invalid'],
        ['LineQuestions[2].Id', 'NotNull'],
        ['LineQuestions[1].LineId', 'Unknown'],
      ]);
      expect(errors(await remove('', { LineQuestions: [{ Id: 987_654 }, { Id }, { Id }, {}] }).expect(400))).toEqual([
        ['LineQuestions[0].Id', 'Unknown'],
        ['LineQuestions[2].Id', 'Duplicate'],
        ['LineQuestions[3].Id', 'NotNull'],
      ]);
      await get(`/${Id}`).expect(200);
    });

    it('accepts exactly one question in a PUT whose path has an Id', async () => {
      const [Id, another] = [await added('One?'), await added('Another?')];
      expect((await put([{ Id, Question: 'One, changed?' }], `/${Id}`).expect(200)).body.LineQuestions).toMatchObject([
        { Id },
      ]);
      expect(errors(await put([{ Id: another, Question: 'x' }], `/${Id}`).expect(400))).toEqual([
        ['LineQuestions[0].Id', 'Mismatch'],
      ]);
      expect(errors(await put([{ Question: 'x' }, { Id: another }], `/${Id}`).expect(400))).toEqual([
        ['LineQuestions', 'Length'],
      ]);
      await put([{ Question: 'x' }], '/987654').expect(404);
    });

    it('changes only questions of the line in the path', async () => {
      expect(errors(await put([{ Id: question.a1, Active: true }], `/Line/${line.b}`).expect(404))).toEqual([
        ['LineQuestions[0].Id', 'Unknown'],
      ]);
      await put([{ Id: question.a1, LineId: line.a, Active: true }], `/Line/${line.a}`).expect(200);
      await put([{ Id: question.a1 }], `/Line/${guidOf(1)}`).expect(404);
    });

    it('refuses a change that makes a question active twice on a line', async () => {
      const [first, second] = [await added('Left?'), await added('Right?')];
      await put([{ Id: second, Question: 'Left?' }]).expect(409);
      await put([
        { Id: first, Question: 'Right?' },
        { Id: second, Question: 'Left?' },
      ]).expect(200);
      const retired = await added('Left?', line.b, { Active: false });
      await put([{ Id: retired, Active: true }]).expect(409);
    });
  });

  describe('DELETE', () => {
    it('removes a question without answers, and retires a question with answers', async () => {
      const [free, answered] = [await added('Free?'), await added('Answered?')];
      await answer(answered);
      expect((await remove(`/${free}`).expect(200)).body.LineQuestions).toMatchObject([
        { Id: free, Question: 'Free?', Active: true },
      ]);
      await remove(`/${free}`).expect(404);
      for (let again = 0; again < 2; again++)
        expect((await remove(`/${answered}`).expect(200)).body.LineQuestions).toMatchObject([
          { Id: answered, Active: false },
        ]);
      expect((await get(`/${answered}`).expect(200)).body.LineQuestions[0].Active).toBe(false);
    });

    it('removes only the listed questions if the path has no Id', async () => {
      const [first, second] = [await added('Gone?'), await added('Gone, too?')];
      const before = ids(await get());
      await remove().expect(400);
      await remove('', { LineQuestions: [] }).expect(400);
      await remove(`?LineId=${line.b}`).expect(400);
      expect(errors(await remove('', { LineQuestions: [{ Id: first }, { Id: 987_654 }] }).expect(404))).toEqual([
        ['LineQuestions[1].Id', 'Unknown'],
      ]);
      expect(ids(await get())).toEqual(before);
      expect(ids(await remove('', { LineQuestions: [{ Id: second }, { Id: first }] }).expect(200))).toEqual([
        second,
        first,
      ]);
      expect(ids(await get())).toEqual(before.filter((id) => id !== first && id !== second));
    });

    it('removes all questions of a line', async () => {
      const line5 = line.extra[3];
      const [free, answered] = [await added('Free?', line5), await added('Answered?', line5)];
      await answer(answered, line5);
      const { body } = await remove(`/Line/${line5}`).expect(200);
      expect(body.LineQuestions).toMatchObject([{ Id: free }, { Id: answered, Active: false }]);
      expect(ids(await get(`/Line/${line5}`))).toEqual([answered]);
      expect(ids(await remove(`/Line/${line.closed}`).expect(200))).toEqual([]);
      await remove(`/Line/${guidOf(1)}`).expect(404);
    });

    it('never removes an answer that is saved at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const Id = await added(`Race ${round}?`);
        const visit = guidOf(70_000 + Id);
        const body = { Id: visit, CustomerId: newCustomer(), LocationId: north, LineId: line.b };
        await app.http.post('/v1/CustomerCheckins').set(admin).send(body).expect(200);
        const [answered, removed] = await Promise.all([
          put([{ Id, Answer: 'Yes' }], `/Line/Questionnaire/${visit}/false`),
          remove(`/${Id}`),
        ]);
        expect(removed.status).toBe(200);
        const saved = ids(await get(`/Line/Questionnaire/${visit}/true`).expect(200));
        expect(answered.status).toBe(saved.length === 1 ? 200 : 400);
        await get(`/${Id}`).expect(saved.length === 1 ? 200 : 404);
      }
    });
  });

  it('refuses line questions to callers who are not Administrators', async () => {
    await app.http
      .get(path)
      .set(await app.as('Agent', agent.own))
      .expect(403);
  });

  it('writes each change of a question into the audit', async () => {
    const Id = await added('Audited?');
    const rows = await app.db.all(
      sql`SELECT Operation FROM audit WHERE Record = 'Question' AND RecordId = ${String(Id)}`,
    );
    expect(rows).toEqual([{ Operation: 'createLineQuestions' }]);
  });
});

describe('refused imports', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    ({ app, admin } = await startWithVisits());
  });
  afterAll(() => app.close());

  const send = (set: string, ...lines: string[]) =>
    app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', 'text/csv').send(lines.join('\n'));
  async function refused(set: string, ...lines: string[]): Promise<string[]> {
    const { body } = await send(set, ...lines).expect(400);
    const { Errors } = body.ResponseStatus as { Errors: { Message: string }[] };
    return Errors.map(({ Message }) => Message);
  }
  const listed = (...ids: string[]): string => `"${JSON.stringify(ids).replaceAll('"', '""')}"`;

  describe('imported stations', () => {
    const header = 'StationId,LocationId,Name,LineIds';

    it('refuses a line of another location, an unknown line and a line that is named twice', async () => {
      const station = (number: number, ...ids: string[]): string => `${guidOf(number)},${north},Desk,${listed(...ids)}`;
      expect(
        await refused('stations', header, station(1, line.a), station(2, line.far), station(3, line.a, line.a)),
      ).toEqual([
        'line 3: LineIds[0] must be a line of the location.',
        'line 4: LineIds[1] appears more than once in the list.',
      ]);
      expect(await refused('stations', 'StationId,LocationId', `${desk.first},${south}`)).toEqual([
        'line 2: LineIds[0] must be a line of the location.',
      ]);
      await send('stations', header, station(1, line.a), station(2)).expect(200);
    });

    it('refuses to move a station with visits', async () => {
      const sent = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, StationId: desk.second };
      await app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
      expect(await refused('stations', header, `${desk.second},${south},Second,${listed(line.far)}`)).toEqual([
        'line 2: The station has visits: you cannot move it to another location.',
      ]);
    });
  });

  describe('imported lines', () => {
    const header = 'Id,LocationId';

    it('refuses to move a line with visits', async () => {
      const sent = { CustomerId: newCustomer(), LocationId: north, LineId: line.a };
      await app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
      expect(await refused('lines', header, `${line.a},${south}`)).toEqual([
        'line 2: The line has visits: you cannot move it to another location.',
      ]);
    });

    it('removes a line that moves from the stations of its former location', async () => {
      const [moved] = line.extra;
      await app.http
        .put(`/v1/Stations/${desk.shut}`)
        .set(admin)
        .send({ LineIds: [moved, line.a] })
        .expect(200);
      await send('lines', header, `${moved},${south}`).expect(200);
      const { body } = await app.http.get(`/v1/Stations/${desk.shut}`).set(admin).expect(200);
      expect(body.Stations).toMatchObject([{ LineIds: [line.a] }]);
    });
  });

  describe('imported questions', () => {
    const header = 'Id,LineId,Question,Active';
    const repeated = (number: number): string => `line ${number}: Question is already an active question of the line.`;

    it('refuses an active question that the line has, or that is in the file twice', async () => {
      expect(await refused('line-questions', header, `,${line.b},New?,true`, `,${line.b},New?,true`)).toEqual([
        repeated(3),
      ]);
      await send('line-questions', header, `51,${line.b},New?,true`, `52,${line.b},New?,false`).expect(200);
      expect(await refused('line-questions', header, `,${line.b},New?,true`)).toEqual([repeated(2)]);
      expect(await refused('line-questions', 'Id,Active', '52,true')).toEqual([repeated(2)]);
      await send('line-questions', 'Id,Active', '51,false', '52,true').expect(200);
    });
  });
});

describe('stations', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  let own: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    admin = await app.as('Administrator');
    own = await app.as('Agent', agent.own);
  });
  afterAll(() => app.close());

  const at = '/v1/Stations';
  /** The listed stations of those that the suite stores before its tests. */
  const ids = (body: { Stations: { StationId: string }[] }): string[] =>
    body.Stations.map(({ StationId }) => StationId).filter((id) => Object.values(desk).includes(id));
  /** Adds a station at the location North; returns its id. */
  async function newStation(Name: string): Promise<string> {
    const sent = { LocationId: north, Name, LineIds: [line.a], Open: true };
    return (await app.http.post(at).set(admin).send(sent).expect(200)).body.Stations[0].StationId;
  }

  it('lists the stations in scope, by location and name', async () => {
    const mine = [desk.first, desk.second, desk.shut];
    expect(ids((await app.http.get(at).set(admin).expect(200)).body)).toEqual([...mine, desk.far]);
    expect(ids((await app.http.get(at).set(own).expect(200)).body)).toEqual(mine);
    expect(ids((await app.http.get(`${at}?Open=true&LocationId=${north}`).set(own)).body)).toEqual(mine.slice(0, 2));
  });

  it('answers a station with its lines only if it is in scope', async () => {
    const { body } = await app.http.get(`${at}/${desk.second}`).set(own).expect(200);
    const Stations = [
      {
        StationId: desk.second,
        LocationId: north,
        Name: 'Second',
        Open: true,
        LineIds: [line.b, line.a],
        Active: true,
      },
    ];
    expect(body.Stations).toEqual(Stations);
    await app.http.get(`${at}/${desk.far}`).set(own).expect(403);
    await app.http
      .get(`${at}/${guidOf(999)}`)
      .set(own)
      .expect(404);
  });

  it('lets an Administrator add, change and remove a station', async () => {
    const sent = { LocationId: north, Name: 'Third', LineIds: [line.a] };
    const { body } = await app.http.post(at).set(admin).send(sent).expect(200);
    expect(body.Stations).toMatchObject([{ ...sent, Open: false, Active: true }]);
    const [{ StationId }] = body.Stations;
    const { body: changed } = await app.http.put(`${at}/${StationId}`).set(admin).send({ Open: true }).expect(200);
    expect(changed.Stations).toEqual([{ ...body.Stations[0], Open: true }]);
    await app.http.delete(`${at}/${StationId}`).set(admin).expect(200);
    await app.http.delete(`${at}/${StationId}`).set(admin).expect(404);
  });

  it("accepts only lines of the station's location, each once", async () => {
    const bad = { LocationId: north, LineIds: [line.a, line.far, line.a] };
    expect(fieldErrors(await app.http.post(at).set(admin).send(bad).expect(400))).toEqual(['Name NotEmpty']);
    expect(
      fieldErrors(
        await app.http
          .post(at)
          .set(admin)
          .send({ ...bad, Name: 'Bad' })
          .expect(400),
      ),
    ).toEqual(['LineIds[1] Unknown', 'LineIds[2] Duplicate']);
    const elsewhere = { LocationId: south };
    expect(fieldErrors(await app.http.put(`${at}/${desk.shut}`).set(admin).send(elsewhere).expect(400))).toEqual([
      'LineIds[0] Unknown',
    ]);
  });

  it('requires lines of the new location if a station moves', async () => {
    const station = await newStation('Moving');
    const moved = { LocationId: south, LineIds: [line.far] };
    const { body } = await app.http.put(`${at}/${station}`).set(admin).send(moved).expect(200);
    expect(body.Stations).toMatchObject([moved]);
  });

  it('deactivates a station with visits instead of removing it, and refuses to move it', async () => {
    const station = await newStation('Visited');
    const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, StationId: station, Status: 1 };
    await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
    const away = { LocationId: south, LineIds: [] };
    await app.http.put(`${at}/${station}`).set(admin).send(away).expect(409);
    const { body } = await app.http.delete(`${at}/${station}`).set(admin).expect(200);
    expect(body.Stations).toMatchObject([{ StationId: station, Active: false, Open: false }]);
  });
});

describe('workplaces', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  let user: string;

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    admin = await app.as('Administrator');
    await grantAtDesk(app);
    user = (await receptionistAt(app, north)).UserId;
  });
  afterAll(() => app.close());

  const get = (at: string) => app.http.get(at).set(admin);
  const put = (at: string, LocationIds?: string[]) => app.http.put(at).set(admin).send({ LocationIds });
  const ofUser = () => `/v1/Users/${user}/Locations`;
  const ofAgent = `/v1/Agents/${agent.own}/Locations`;

  it.each([
    ['a user', ofUser],
    ['an agent', () => ofAgent],
  ])('lists and replaces the locations where %s works', async (_, at) => {
    const before = (await get(at()).expect(200)).body;
    expect(before).toMatchObject({ LocationIds: [north], Locations: [{ LocationId: north, Name: 'North' }] });
    const both = (await put(at(), [south, north]).expect(200)).body;
    expect(both.Locations.map(({ Name }: { Name: string }) => Name)).toEqual(['North', 'South']);
    expect((await get(at())).body).toEqual(both);
    expect((await get(`${at()}?Name=South&fields=LocationId`)).body.Locations).toEqual([{ LocationId: south }]);
    expect((await put(at(), []).expect(200)).body).toMatchObject({ LocationIds: [], Locations: [] });
    expect((await put(at(), [north]).expect(200)).body).toEqual(before);
  });

  it('writes an added location of a user into the audit', async () => {
    await put(ofUser(), [north, south]).expect(200);
    const [row] = await app.db.all<{ Operation: string; Changes: string }>(
      sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(row.Operation).toBe('setUserLocations');
    expect(row.Changes).toContain(south);
    expect(row.Changes).not.toContain(north);
    await put(ofUser(), [north]).expect(200);
  });

  it('reports every bad LocationId and changes nothing', async () => {
    expect(fieldErrors(await put(ofUser(), [south, guidOf(999), south]).expect(400))).toEqual([
      'LocationIds[1] Unknown',
      'LocationIds[2] Duplicate',
    ]);
    expect(fieldErrors(await put(ofAgent).expect(400))).toEqual(['LocationIds NotNull']);
    expect((await get(ofUser())).body.LocationIds).toEqual([north]);
    expect((await get(ofAgent)).body.LocationIds).toEqual([north]);
  });

  it('answers 404 for an unknown user and an unknown agent', async () => {
    for (const at of [`/v1/Users/${guidOf(998)}/Locations`, '/v1/Agents/998/Locations']) {
      await get(at).expect(404);
      await put(at, [north]).expect(404);
    }
  });

  it('keeps one of two lists of locations that are set at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await put(ofUser(), []).expect(200);
      const answers = await Promise.all([put(ofUser(), [north]), put(ofUser(), [south])]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await get(ofUser())).body.LocationIds).toHaveLength(1);
    }
    await put(ofUser(), [north]).expect(200);
  });

  it('lets only Administrators set where users and agents work', async () => {
    const { credentials } = await receptionistAt(app, south);
    for (const caller of [await app.as('Agent', agent.own), credentials])
      for (const at of [ofUser(), ofAgent]) {
        await app.http.get(at).set(caller).expect(403);
        await app.http
          .put(at)
          .set(caller)
          .send({ LocationIds: [south] })
          .expect(403);
      }
  });
});
