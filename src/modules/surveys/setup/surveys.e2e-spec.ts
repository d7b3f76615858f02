import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import type { SurveyWithQuestions } from './survey-setup.records.js';

const at = '/v1/Surveys';

let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  agent = await app.as('Agent');
  admin = await app.as('Administrator');
  await store(app, 'Agent', [{ AgentId: 1, AgentName: 'Own' }]);
  await store(app, 'Contact', [{ ContactId: 1, AgentId: 1 }]);
});
beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of ['answers', 'invitations', 'options', 'questions'])
      await app.db.execute(sql([`DELETE FROM survey_${table}`]));
    await app.db.execute(sql`DELETE FROM surveys`);
  });
  await store(app, 'Survey', [
    { SurveyId: 1, Title: 'Service' },
    { SurveyId: 2, Title: 'Fair' },
  ]);
  await store(app, 'SurveyQuestion', [
    { QuestionId: 1, SurveyId: 1, Text: 'Happy?', Kind: 'Choice', Required: true, SortOrder: 2 },
    { QuestionId: 2, SurveyId: 1, Text: 'Why?', Kind: 'Text', SortOrder: 1 },
  ]);
  await store(app, 'SurveyOption', [
    { QuestionId: 1, Code: 'Y', Label: 'Yes', SortOrder: 2 },
    { QuestionId: 1, Code: 'N', Label: 'No', SortOrder: 1 },
  ]);
});
afterAll(() => app.close());

const happy = {
  QuestionId: 1,
  SurveyId: 1,
  Text: 'Happy?',
  Kind: 'Choice',
  Required: true,
  SortOrder: 2,
  Options: [
    { QuestionId: 1, Code: 'N', Label: 'No', SortOrder: 1 },
    { QuestionId: 1, Code: 'Y', Label: 'Yes', SortOrder: 2 },
  ],
};
const why = { QuestionId: 2, SurveyId: 1, Text: 'Why?', Kind: 'Text', Required: false, SortOrder: 1, Options: [] };
const service = { SurveyId: 1, Title: 'Service', Active: true, Questions: [why, happy] };
const fair = { SurveyId: 2, Title: 'Fair', Active: true, Questions: [] };

const add = (sent: object) => app.http.post(at).set(admin).send(sent);
const change = (sent: object, id = 1) => app.http.put(`${at}/${id}`).set(admin).send(sent);
async function changed(sent: object): Promise<SurveyWithQuestions> {
  return (await change(sent).expect(200)).body.Surveys[0];
}
async function stored(id = 1): Promise<SurveyWithQuestions> {
  return (await app.http.get(`${at}/${id}`).set(agent).expect(200)).body.Surveys[0];
}
async function answered(): Promise<void> {
  const SurveyGuid = '1'.repeat(32);
  const ExpiresAt = '2026-06-01T00:00:00.0000000';
  await store(app, 'SurveyInvitation', [{ SurveyGuid, SurveyId: 1, AgentId: 1, ContactId: 1, ExpiresAt }]);
  const answer = { SurveyGuid, QuestionId: 1, Response: 'Yes', ResponseCode: 'Y', DateAnswered: ExpiresAt };
  await store(app, 'SurveyAnswer', [answer]);
}

it('lists surveys by title with their questions and options', async () => {
  const { body } = await app.http.get(at).set(agent).expect(200);
  expect(body.Surveys).toEqual([fair, service]);
  expect((await app.http.get(`${at}?Title=Fair&fields=SurveyId`).set(agent)).body.Surveys).toEqual([{ SurveyId: 2 }]);
  expect((await app.http.get(`${at}.csv?Title=Fair`).set(agent)).text).toBe(
    'SurveyId,Title,Active,Questions\r\n2,Fair,true,[]\r\n',
  );
});

it('answers one survey with its questions and options', async () => {
  const { body, headers } = await app.http.get(`${at}/1`).set(agent).expect(200);
  expect(body.Surveys).toEqual([service]);
  await app.http.get(`${at}/1`).set(agent).set('If-None-Match', headers.etag).expect(304);
  await app.http.get(`${at}/9`).set(agent).expect(404);
});

it('adds a survey with its questions in the order sent', async () => {
  const Options = [
    { Code: 'B', Label: 'Bad' },
    { Code: 'A', Label: 'Good' },
  ];
  const Questions = [
    { Text: 'How?', Kind: 'Choice', Required: true, Options },
    { Text: 'What else?', QuestionId: 0 },
  ];
  const { body } = await add({ Title: 'New', Questions }).expect(200);
  const [{ SurveyId, Questions: made }] = body.Surveys;
  expect(body.Surveys[0]).toMatchObject({
    Title: 'New',
    Questions: [
      { SurveyId, Text: 'How?', SortOrder: 1, Options: [{ Code: 'B', QuestionId: made[0].QuestionId }, { Code: 'A' }] },
      { SurveyId, Text: 'What else?', Kind: 'Text', Required: false, SortOrder: 2, Options: [] },
    ],
  });
  expect(await stored(SurveyId)).toEqual(body.Surveys[0]);
});

type SentOption = [code: string, order?: number];
const sentOptions = (options: readonly SentOption[]) =>
  options.map(([Code, SortOrder]) => ({ Code, Label: `Label ${Code}`, ...(SortOrder !== undefined && { SortOrder }) }));

it.each<[sent: SentOption[], found: string]>([
  [[['never'], ['rarely'], ['often'], ['always']], 'never rarely often always'],
  [[['5'], ['4'], ['3'], ['2'], ['1']], '5 4 3 2 1'],
  [[['10'], ['9'], ['1']], '10 9 1'],
  [
    [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ],
    'c b a',
  ],
  [[['a', 2], ['b'], ['c', 1]], 'c a b'],
  [
    [
      ['z', 0],
      ['y', 0],
    ],
    'z y',
  ],
  [
    [
      ['b', 7],
      ['a', 7],
    ],
    'a b',
  ],
  [[['é'], ['e'], ['E']], 'é e E'],
  [
    [
      ['x', -1],
      ['w', 1],
    ],
    'x w',
  ],
  [[['only']], 'only'],
])('answers the options %j in the order %s, also to who answers the survey', async (sent, found) => {
  const Questions = [{ Text: 'How?', Kind: 'Choice', Options: sentOptions(sent) }];
  const { body } = await add({ Title: 'Ordered', Questions }).expect(200);
  const [{ SurveyId }] = body.Surveys;
  const codes = ({ Questions: [{ Options }] }: SurveyWithQuestions) => Options.map(({ Code }) => Code).join(' ');
  expect(codes(body.Surveys[0])).toBe(found);
  expect(codes(await stored(SurveyId))).toBe(found);
  const invited = { SurveyId, Contacts: [{ ContactId: 1 }] };
  const { body: made } = await app.http.post('/v1/Survey/GiftCard/Invitations').set(admin).send(invited).expect(200);
  const guid = made.Invitations[0].SurveyGuid as string;
  const asked = await app.http.get(`/v1/Survey/GiftCard/${guid}`).set(admin).expect(200);
  expect(codes(asked.body.Surveys?.[0] ?? asked.body.Survey?.[0] ?? asked.body)).toBe(found);
  const page = (await app.http.get(`/s/${guid}`).set('Accept', 'text/html').expect(200)).text;
  const shown = found.split(' ').map((code) => page.indexOf(`Label ${code}<`));
  expect(shown).not.toContain(-1);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
});

it('puts imported options without SortOrder behind the others, in the order of the file', async () => {
  const send = (text: string) =>
    app.http.post('/v1/Sets/survey-options').set(admin).type('text/csv').send(text).expect(200);
  await send('QuestionId,Code,Label\n1,M,Maybe\n1,A,Ask later\n');
  await send('QuestionId,Code,Label\n1,M,May be\n');
  await send('QuestionId,Code,Label,SortOrder\n1,F,First,-1\n');
  const { Questions } = await stored();
  expect(Questions[1].Options.map(({ Code, SortOrder }) => `${Code} ${SortOrder}`)).toEqual([
    'F -1',
    'N 1',
    'Y 2',
    'M 3',
    'A 4',
  ]);
});

it('adds a survey once for an Idempotency-Key', async () => {
  const again = () => add({ Title: 'Once' }).set('Idempotency-Key', 'once').expect(200);
  expect((await again()).body).toEqual((await again()).body);
});

it('keeps the questions that a change of a survey does not send', async () => {
  expect(await changed({ Title: 'Renamed' })).toEqual({ ...service, Title: 'Renamed' });
  const { Questions } = await changed({
    Questions: [{ QuestionId: 2, Text: 'Why not?' }, { Text: 'Anything else?' }],
  });
  expect(Questions).toMatchObject([{ ...why, Text: 'Why not?' }, happy, { Text: 'Anything else?', SortOrder: 3 }]);
  const audited = await app.db.one<{ Operation: string; Changes: string }>(
    sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
  );
  expect(audited).toMatchObject({ Operation: 'changeSurvey', Changes: expect.stringContaining('Anything else?') });
});

it('accepts a survey sent back unchanged, and replaces options as a whole', async () => {
  expect(await changed(service)).toEqual(service);
  const { Questions } = await changed({
    Questions: [
      {
        QuestionId: 1,
        Options: [
          { Code: 'Y', Label: 'Very' },
          { Code: 'M', Label: 'Maybe' },
        ],
      },
    ],
  });
  expect(Questions[1].Options.map(({ Code, Label }) => `${Code} ${Label}`)).toEqual(['Y Very', 'M Maybe']);
});

it('refuses another meaning of answered questions, and accepts other changes of them', async () => {
  await answered();
  const yes = { Code: 'Y', Label: 'Yes' };
  const refused: [object, string][] = [
    [{ Text: 'Sad?' }, 'Questions[0].Text Mismatch'],
    [{ Kind: 'Text', Options: [] }, 'Questions[0].Kind Mismatch'],
    [{ Options: [{ ...yes, Label: 'No' }] }, 'Questions[0].Options Mismatch'],
    [{ Options: [{ Code: 'N', Label: 'No' }] }, 'Questions[0].Options Mismatch'],
  ];
  for (const [sent, error] of refused)
    expect(fieldErrors(await change({ Questions: [{ QuestionId: 1, ...sent }] }).expect(409))).toContain(error);
  expect(await stored()).toEqual(service);
  const Options = [yes, { Code: 'M', Label: 'Maybe' }];
  const { Questions } = await changed({
    Questions: [
      { ...happy, Required: false, Options },
      { QuestionId: 2, Text: 'Why not?' },
    ],
  });
  expect(Questions[1]).toMatchObject({ Text: 'Happy?', Required: false, Options: [yes, { Code: 'M' }] });
  expect(Questions[0].Text).toBe('Why not?');
});

it('refuses a survey with an error for each bad field', async () => {
  const Questions = [
    { QuestionId: 7, Text: 'x', Kind: 'Choice' },
    { Options: [{ Code: 'A', Label: 'a' }, { Code: 'A' }] },
    { Text: 'x', Kind: 'Other' },
  ];
  expect(fieldErrors(await add({ SurveyId: 3, Questions }).expect(400)).sort()).toEqual([
    'Questions[0].Options NotEmpty',
    'Questions[0].QuestionId Invalid',
    'Questions[1].Options Invalid',
    'Questions[1].Options[1].Code Duplicate',
    'Questions[1].Options[1].Label NotEmpty',
    'Questions[1].Text NotEmpty',
    'Questions[2].Kind Enum',
    'SurveyId Invalid',
    'Title NotEmpty',
  ]);
  expect(fieldErrors(await change({ Questions: [{ QuestionId: 7, Text: 'x' }] }).expect(404))).toEqual([
    'Questions[0].QuestionId Unknown',
  ]);
  expect(fieldErrors(await change({ Questions: [{ QuestionId: 1 }, { QuestionId: 1 }] }).expect(400))).toEqual([
    'Questions[1].QuestionId Duplicate',
  ]);
  expect(fieldErrors(await change({ Questions: [{ QuestionId: 2, Kind: 'Choice' }] }).expect(400))).toEqual([
    'Questions[0].Options NotEmpty',
  ]);
  await change({ Title: 'x' }, 9).expect(404);
  expect(await stored()).toEqual(service);
});

it('lets only Administrators write surveys', async () => {
  await app.http.post(at).set(agent).send({ Title: 'Mine' }).expect(403);
  await app.http.put(`${at}/1`).set(agent).send({ Title: 'Mine' }).expect(403);
  await app.http
    .get(at)
    .set(await app.as('Worker'))
    .expect(403);
});
