import { JwtService } from '@nestjs/jwt';
import { appendQueryString, JsonServiceClient, type IReturn } from '@servicestack/client';
import { BearerTokensService } from '../../src/auth/sessions/bearer-tokens.service.js';
import type { SystemClock } from '../../src/context/system-clock.js';
import type { TestApp } from '../support/app/app.js';
import { demoPassword, startDemo } from '../support/app/demo-app.js';

interface Session {
  BearerToken: string;
  RefreshToken: string;
}
interface EventTypes {
  ResponseStatus: { ErrorCode: string | null };
  EventType: { EventTypeId: number; EventTypeName: string }[];
}
interface TeamMember {
  TeamMemberID?: number;
  ProjectID?: number;
  ContactID?: number;
  MemberRole?: string;
}
interface TeamMembers {
  ProjectTeamMembers: Required<TeamMember>[];
}

/** A request like those that ServiceStack generates. */
class Login implements IReturn<Session> {
  constructor(
    readonly UserName: string,
    readonly Password: string,
  ) {}
  createResponse(): Session {
    return { BearerToken: '', RefreshToken: '' };
  }
  getTypeName(): string {
    return 'Login';
  }
}
class ProjectTeamMembers implements IReturn<TeamMembers> {
  constructor(readonly ProjectTeamMembers: TeamMember[]) {}
  createResponse(): TeamMembers {
    return { ProjectTeamMembers: [] };
  }
  getTypeName(): string {
    return 'ProjectTeamMembers';
  }
}

const team = '/v1/ProjectTeamMembers';

let app: TestApp;
let client: JsonServiceClient;
let session: Session;

beforeAll(async () => {
  app = await startDemo();
  client = new JsonServiceClient(app.url);
  session = await client.postToUrl('/v1/Auth/Login', new Login('agent@demo.test', demoPassword));
  client.bearerToken = session.BearerToken;
});
afterAll(() => app.close());

it('JsonServiceClient reads on the documented paths, with options in the query', async () => {
  const path = appendQueryString('/v1/EventType', { take: 2, orderByDesc: 'EventTypeId', include: 'total' });
  const answer = await client.get<EventTypes>(path);
  expect(answer.EventType).toHaveLength(2);
  expect(answer.ResponseStatus.ErrorCode).toBeNull();
  const { EventTypeId } = answer.EventType[0];
  const one = await client.get<EventTypes>(`/v1/EventType/${EventTypeId}`);
  expect(one.EventType).toEqual([answer.EventType[0]]);
  expect((await client.get<EventTypes>('/v1/EventType', { take: 1 })).EventType).toHaveLength(1);
});

it('JsonServiceClient posts, puts and deletes', async () => {
  const added = await client.postToUrl(
    team,
    new ProjectTeamMembers([{ ProjectID: 1, ContactID: 40, MemberRole: 'Coordinator' }]),
  );
  const [{ TeamMemberID }] = added.ProjectTeamMembers;
  const changed = await client.putToUrl(`${team}/${TeamMemberID}`, new ProjectTeamMembers([{ MemberRole: 'Lead' }]));
  expect(changed.ProjectTeamMembers).toEqual([{ TeamMemberID, ProjectID: 1, ContactID: 40, MemberRole: 'Lead' }]);
  const removed = await client.delete<TeamMembers>(`${team}/${TeamMemberID}`);
  expect(removed.ProjectTeamMembers).toEqual(changed.ProjectTeamMembers);
});

it('JsonServiceClient gets a failure as ResponseStatus with its field errors', async () => {
  const bad = new ProjectTeamMembers([{ ProjectID: 1, ContactID: 999_999, MemberRole: '' }]);
  const { responseStatus } = (await client.postToUrl(team, bad).catch((error: unknown) => error)) as {
    responseStatus: { errorCode: string; message: string; errors: { fieldName: string; errorCode: string }[] };
  };
  expect(responseStatus.message).not.toBe('');
  expect(responseStatus.errors.map(({ fieldName, errorCode }) => [fieldName, errorCode])).toContainEqual([
    'ProjectTeamMembers[0].MemberRole',
    'NotEmpty',
  ]);
  const missing = (await client.get('/v1/EventType/999999').catch((error: unknown) => error)) as {
    responseStatus: { errorCode: string };
  };
  expect(missing.responseStatus.errorCode).toBe('NotFound');
});

it('JsonServiceClient renews an expired token through onAuthenticationRequired', async () => {
  const [, claims] = session.BearerToken.split('.');
  const { sub, sid, jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
  const anHourAgo = { now: () => Date.now() - 3_600_000 } as SystemClock;
  const tokens = new BearerTokensService(app.app.get(JwtService, { strict: false }), anHourAgo);
  client.bearerToken = tokens.issue(sub, sid, jti).BearerToken;
  let renewed = 0;
  client.onAuthenticationRequired = async () => {
    renewed++;
    const renewal = new JsonServiceClient(app.url);
    session = await renewal.postToUrl('/v1/Auth/Refresh', { RefreshToken: session.RefreshToken } as never);
    client.bearerToken = session.BearerToken;
  };
  expect((await client.get<EventTypes>('/v1/EventType')).EventType.length).toBeGreaterThan(0);
  expect(renewed).toBe(1);
});
