import { startApp, type TestApp } from '../../../test/support/app/app.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

interface Failure {
  ResponseStatus: {
    ErrorCode: string;
    Errors: { ErrorCode: string; FieldName: string; Message: string; Meta: Record<string, string> }[];
    Meta: Record<string, string>;
  };
}

const failing = async (path: string, status = 400): Promise<Failure['ResponseStatus']> => {
  const { body } = await app.http
    .get(path)
    .set(await app.as('Administrator'))
    .expect(status);
  return (body as Failure).ResponseStatus;
};
const names = (count: number): string => Array.from({ length: count }, (_, index) => `x${index}=1`).join('&');

it('accepts at most 200 query parameters', async () => {
  for (const path of ['/v1/EventType', '/v1/Auth/OpenId']) {
    const { ErrorCode, Errors } = await failing(`${path}?${names(201)}`);
    expect({ ErrorCode, Errors }).toEqual({
      ErrorCode: 'TooMany',
      Errors: [
        {
          ErrorCode: 'TooMany',
          FieldName: 'Query',
          Message: 'Query can have at most 200 parameters.',
          Meta: { Max: '200' },
        },
      ],
    });
  }
  expect((await failing(`/v1/EventType?${names(200)}`)).ErrorCode).toBe('Unknown');
});

it('suggests the nearest name for the first three unknown names', async () => {
  const { Errors } = await failing(`/v1/Contacts?LastNam=a&${names(50)}`);
  expect(Errors).toHaveLength(51);
  expect(Errors[0]).toMatchObject({ ErrorCode: 'Unknown', FieldName: 'LastNam', Meta: { Nearest: 'LastName' } });
  expect(Errors.filter(({ Meta }) => 'Nearest' in Meta)).toHaveLength(3);
});

it('accepts at most 20 terms in orderBy', async () => {
  const order = (terms: number): string => `/v1/CustomerCheckins?orderBy=${Array(terms).fill('Id').join(',')}`;
  for (const terms of [21, 2100]) expect((await failing(order(terms))).ErrorCode).toBe('TooMany');
  await app.http
    .get(order(20))
    .set(await app.as('Administrator'))
    .expect(200);
});

it('lists the first hundred errors and counts all', async () => {
  const sent = async (ProjectTeamMembers: readonly object[]): Promise<Failure['ResponseStatus']> => {
    const { body } = await app.http
      .post('/v1/ProjectTeamMembers')
      .set(await app.as('Administrator'))
      .send({ ProjectTeamMembers })
      .expect(400);
    return (body as Failure).ResponseStatus;
  };
  const items = (count: number, item: object): object[] => Array.from({ length: count }, () => item);
  // Each item has four invalid fields, about which the operation reports no further errors.
  const wrong = { TeamMemberID: [], ProjectID: [], ContactID: [], MemberRole: [] };
  const unread = await sent(items(500, wrong));
  expect(unread.Errors).toHaveLength(100);
  expect(unread.Meta.Total).toBe('2000');
  // The response also lists errors that the operation itself finds.
  const unknown = { ProjectID: 4711, ContactID: 4711, MemberRole: 'x' };
  const both = await sent([wrong, ...items(1, { ...unknown, MemberRole: 'x'.repeat(200) })]);
  expect(both.Meta.Total).toBeUndefined();
  expect(both.Errors.map(({ FieldName }) => FieldName)).toEqual(
    expect.arrayContaining(['ProjectTeamMembers[0].ProjectID', 'ProjectTeamMembers[1].MemberRole']),
  );
});

it('accepts bodies of at most 50,000 values and forms of at most 10,000 fields', async () => {
  const post = async (type: string, text: string): Promise<unknown> => {
    const { body } = await app.http
      .post('/v1/ProjectTeamMembers')
      .set({ ...(await app.as('Administrator')), 'Content-Type': type })
      .send(text)
      .expect(400);
    return (body as Failure).ResponseStatus.Errors[0];
  };
  expect(await post('application/json', `[${'0,'.repeat(50_000)}0]`)).toMatchObject({
    ErrorCode: 'TooMany',
    FieldName: 'Body',
    Meta: { Max: '50000' },
  });
  expect(await post('application/x-www-form-urlencoded', 'a=1&'.repeat(10_001))).toMatchObject({
    ErrorCode: 'TooMany',
    Meta: { Max: '10000' },
  });
});
