import type { Response, Test } from 'supertest';
import type { TestApp } from './support/app/app.js';

type Caller = { Authorization: string };
type Verb = 'get' | 'post' | 'put' | 'delete';

/** The start of the day: the service's CLOCK. */
export const morning = '2026-03-10T08:00:00Z';

const names = ['ana', 'ben'] as const;
const bearer = ({ BearerToken }: { BearerToken: string }): Caller => ({ Authorization: `Bearer ${BearerToken}` });
const cents = (amount: number): number => Math.round(amount * 100);

/**
 * One working day over HTTP, from an empty database with one administrator. Each step depends on the ones before it.
 */
export function workingDay(service: () => { app: TestApp; admin: Caller }): Record<string, () => Promise<void>> {
  const call = (who: Caller, verb: Verb, path: string, body?: object): Test => {
    const request = service().app.http[verb](`/v1${path}`).set(who);
    return body ? request.send(body) : request;
  };
  const done = async (who: Caller, verb: Verb, path: string, body?: object): Promise<Response['body']> =>
    (await call(who, verb, path, body).expect(200)).body;
  /** The first list in the answer, whatever its name. */
  const listed = async <T = Record<string, string & number>>(...given: Parameters<typeof done>): Promise<T[]> =>
    Object.values((await done(...given)) as object).find((value) => Array.isArray(value)) as T[];
  const file = (set: string, text: string) =>
    service()
      .app.http.post(`/v1/Sets/${set}`)
      .set(service().admin)
      .set('Content-Type', 'text/csv')
      .send(text)
      .expect(200);
  const signIn = async (UserName: string, Password: string): Promise<{ BearerToken: string }> =>
    (await service().app.http.post('/v1/Auth/Login').send({ UserName, Password }).expect(200)).body;

  /** Ids of the records made so far. */
  const made = {
    agents: {} as Record<'ana' | 'ben', number>,
    callers: {} as Record<'ana' | 'ben', Caller>,
    location: '',
    line: '',
    station: '',
    contacts: [] as { ContactId: number; ContactGUID: string }[],
    visits: [] as string[],
    eventType: 0,
  };

  return {
    'adds two agents, one in the branch of the other': async () => {
      for (const name of names) {
        const Upline1 = made.agents.ana;
        const { Agents } = await done(service().admin, 'post', '/Agents', {
          AgentName: `Agent ${name}`,
          AgentStatus: 'Active',
          Upline1,
        });
        made.agents[name] = Agents[0].AgentId;
      }
      expect(await listed(service().admin, 'get', `/Agents/${made.agents.ana}/Downline`)).toMatchObject([
        { AgentId: made.agents.ben, Via: 'Upline1' },
      ]);
    },
    'adds their users, who change the generated passwords first': async () => {
      for (const name of names) {
        const UserName = `${name}@agency.test`;
        const AgentId = made.agents[name];
        const { Users } = await done(service().admin, 'post', '/Users', { UserName, AgentId, Roles: ['Agent'] });
        const CurrentPassword = Users[0].Password as string;
        const first = await signIn(UserName, CurrentPassword);
        await call(bearer(first), 'get', '/EventType').expect(403);
        const NewPassword = `a pass phrase of ${name} that is long`;
        made.callers[name] = bearer(
          await done(bearer(first), 'post', '/Auth/Password', { CurrentPassword, NewPassword }),
        );
        expect(await done(made.callers[name], 'get', '/Auth/Me')).toMatchObject({
          UserName,
          AgentId,
          Roles: ['Agent'],
        });
      }
    },
    'opens an office with a line, its question, and a station': async () => {
      const { Locations } = await done(service().admin, 'post', '/Locations', { Name: 'Main Street' });
      made.location = Locations[0].LocationId;
      const LocationId = made.location;
      const { Lines } = await done(service().admin, 'post', '/Lines', {
        LocationId,
        Name: 'Enrolment',
        ServiceDurationMinutes: 20,
      });
      made.line = Lines[0].Id;
      const station = { LocationId, Name: 'Desk 1', Open: true, LineIds: [made.line] };
      made.station = (await done(service().admin, 'post', '/Stations', station)).Stations[0].StationId;
      await file('agent-locations', `AgentId,LocationId\n${made.agents.ben},${LocationId}\n`);
      const { LineQuestions } = await done(service().admin, 'post', '/LineQuestions', {
        LineQuestions: [{ LineId: made.line, Question: 'When do you retire?' }],
      });
      expect(LineQuestions).toMatchObject([{ LineId: made.line, Active: true }]);
      expect((await done(made.callers.ana, 'get', '/Locations')).Locations).toMatchObject([{ LocationId }]);
    },
    'adds customers, and finds them again': async () => {
      for (const [FirstName, LastName] of [
        ['Ada', 'Lovelace'],
        ['Zoë', 'Álvarez'],
        ['Grace', 'Hopper'],
      ]) {
        const contact = { FirstName, LastName, EmailWork: `${LastName.length}@example.com`, Phone: '(505) 555-0142' };
        made.contacts.push((await done(made.callers.ben, 'post', '/Contacts', contact)).Contacts[0]);
      }
      const found = await done(made.callers.ana, 'get', '/Contacts?Search=zoe%20alv&fields=ContactId');
      expect(found.Contacts).toEqual([{ ContactId: made.contacts[1].ContactId }]);
      expect(
        (await done(made.callers.ana, 'get', '/Contacts?Search=5550&take=2&include=total')).ResponseStatus.Meta.Total,
      ).toBe('3');
    },
    'keeps an edit that an outdated browser tab would undo': async () => {
      const path = `/Contacts/${made.contacts[0].ContactId}`;
      const opened = await call(made.callers.ana, 'get', path).expect(200);
      const edit = (who: Caller, tag: string, Phone: string) =>
        call(who, 'put', path, { ...opened.body.Contacts[0], Phone }).set('If-Match', tag);
      const changed = await edit(made.callers.ben, opened.headers.etag, '(505) 555-0143').expect(200);
      const refused = await edit(made.callers.ana, opened.headers.etag, '(505) 555-0144').expect(412);
      expect(refused.body.ResponseStatus).toMatchObject({
        ErrorCode: 'PreconditionFailed',
        // The ETag without the suffix of the compression.
        Meta: { ETag: changed.headers.etag.replace('-gzip', '') },
      });
      const [{ Phone }] = await listed(made.callers.ana, 'get', path);
      expect(Phone).toBe('(505) 555-0143');
    },
    'receives a morning of customers': async () => {
      for (const { ContactGUID } of made.contacts) {
        const visit = { CustomerId: ContactGUID, LocationId: made.location, LineId: made.line };
        made.visits.push((await done(made.callers.ben, 'post', '/CustomerCheckins', visit)).CustomerCheckins[0].Id);
      }
      const before = await done(made.callers.ben, 'get', `/CustomerCheckins/Queue/${made.location}`);
      expect(before.Queue.map(({ Position }: { Position: number }) => Position)).toEqual([1, 2, 3]);
      const called: string[] = [];
      for (let customer = 0; customer < 2; customer++) {
        const { CustomerCheckins } = await done(made.callers.ben, 'post', '/CustomerCheckins/CallNext', {
          StationId: made.station,
        });
        const [{ Id, Status }] = CustomerCheckins;
        expect(Status).toBe(1);
        called.push(Id);
        await done(made.callers.ben, 'post', '/CustomerCheckins', { Id, Status: 2 });
        const { LineQuestions } = await done(made.callers.ben, 'get', `/CustomerCheckins/${Id}/Questionnaire`);
        await done(made.callers.ben, 'put', `/CustomerCheckins/${Id}/Questionnaire`, {
          LineQuestions: LineQuestions.map((question: object) => ({ ...question, Answer: 'In ten years' })),
        });
        const { body } = await call(made.callers.ben, 'post', '/CustomerCheckins', { Id, Status: 3 }).expect(200);
        expect(body.CustomerCheckins[0]).toMatchObject({ Completed: true, QuestionnaireSubmitted: true });
      }
      expect(new Set(called)).toEqual(new Set(made.visits.filter((id) => called.includes(id))));
      const [left] = made.visits.filter((id) => !called.includes(id));
      const more = { LocationId: made.location, Name: 'Claims', ServiceDurationMinutes: 10 };
      const [{ Id: claims }] = (await done(service().admin, 'post', '/Lines', more)).Lines;
      const forwarded = await done(made.callers.ben, 'post', '/CustomerCheckins', { Id: left, LineId: claims });
      expect(forwarded.CustomerCheckins).toMatchObject([{ LineId: claims, Status: 0 }]);
      await done(made.callers.ben, 'delete', `/CustomerCheckins/${left}`);
      const none = await done(made.callers.ben, 'post', '/CustomerCheckins/CallNext', { StationId: made.station });
      expect(none.CustomerCheckins).toEqual([]);
    },
    'logs activities': async () => {
      const [{ EventTypeId }] = await listed(service().admin, 'post', '/EventType', {
        EventTypeName: 'Phone call',
        EventCategory: 'Outreach',
      });
      made.eventType = EventTypeId;
      const { ContactId } = made.contacts[0];
      const logged = { Contact: { ContactId }, EventTypeId: made.eventType };
      const { Contact } = await done(made.callers.ben, 'post', '/ActivityTracker', logged);
      expect(Contact).toMatchObject([{ ContactId, LastContact: '2026-03-10T08:00:00.0000000Z' }]);
      const contacted = await done(made.callers.ana, 'get', '/ActivityTracker/Contacted');
      // Customers who were served at the desk are listed too.
      expect(contacted.Contact!.length).toBeGreaterThan(1);
      expect(contacted.Contact).toContainEqual(expect.objectContaining({ ContactId }));
      const { Activities } = await done(made.callers.ana, 'get', `/Contacts/${ContactId}/Activities`);
      expect(Activities).toMatchObject([{ ContactId, EventTypeName: 'Phone call', AgentId: made.agents.ben }]);
    },
    'imports the production from files, and sums it up': async () => {
      const { ben } = made.agents;
      await file('securities-levels', 'Level,RequiredPoints\n60,0\n65,10000\n');
      await file(
        'securities-listings',
        [
          'ListingId,AgentId,PolicyNumber,ListingDate,Points,Commission',
          `1,${ben},A-1,2026-02-03,4000,2400.00`,
          `2,${ben},A-2,2026-03-02,7000,4200.10`,
        ].join('\n'),
      );
      await file('securities-payments', `PaymentId,AgentId,PaymentDate,Amount\n1,${ben},2026-02-28,2000\n`);
      const range = '2026-03-01/2026-03-31';
      const [summary] = await listed(made.callers.ben, 'get', `/SecuritiesSummary/DateRange/${range}`);
      expect(summary.AgentYTDTotal).toBe(11_000);
      expect(cents(summary.AgentCommissionSubtotal)).toBe(420_010);
      expect(cents(summary.AgentBalanceForward)).toBe(40_000);
      const rows = await listed(made.callers.ana, 'get', `/SecuritiesSummary/Branch/${range}`);
      expect(rows.map(({ AgentId }) => AgentId)).toEqual([ben]);
    },
    'surveys a customer, and records the gift card': async () => {
      const survey = {
        Title: 'After the visit',
        Questions: [
          { Text: 'Were you helped?', Kind: 'Choice', Required: true, Options: [{ Code: 'Y', Label: 'Yes' }] },
          { Text: 'What was missing?' },
        ],
      };
      const { Surveys } = await done(service().admin, 'post', '/Surveys', survey);
      const [{ SurveyId }] = Surveys;
      const Contacts = [{ ContactId: made.contacts[0].ContactId }];
      const { Invitations } = await done(made.callers.ben, 'post', '/Survey/GiftCard/Invitations', {
        SurveyId,
        Contacts,
      });
      const [{ SurveyGuid }] = Invitations;
      const invited = await done(made.callers.ben, 'get', `/Survey/GiftCard/${SurveyGuid}`);
      const { Questions } = invited.Surveys[0];
      const Responses = [{ QuestionId: Questions[0].QuestionId, Response: 'yes' }];
      expect(await done(made.callers.ben, 'post', '/Survey/GiftCard/Answer', { SurveyGuid, Responses })).toMatchObject({
        Success: true,
      });
      const { Rewards } = await done(made.callers.ben, 'get', '/SurveyAdmin/Rewards');
      expect(Rewards).toMatchObject([{ SurveyGuid, Status: 'Pending' }]);
      await done(service().admin, 'put', `/SurveyAdmin/Rewards/${Rewards[0].RewardId}`, { Status: 'Sent' });
      const { Results } = await done(made.callers.ana, 'get', `/SurveyAdmin/Results/${SurveyId}`);
      expect(Results).toContainEqual(expect.objectContaining({ Code: 'Y', Answers: 1, Share: 1 }));
    },
    'starts a project with a customer on it': async () => {
      const { Projects } = await done(service().admin, 'post', '/Projects', {
        ProjectName: 'Benefits fair',
        StartDate: '2026-04-01',
      });
      const [{ ProjectID }] = Projects;
      const member = { ProjectID, ContactID: made.contacts[2].ContactId, MemberRole: 'Coordinator' };
      await done(made.callers.ben, 'post', '/ProjectTeamMembers', { ProjectTeamMembers: [member] });
      await call(service().admin, 'delete', `/Projects/${ProjectID}`).expect(409);
      expect(
        (await done(made.callers.ana, 'get', `/ProjectTeamMembers?ProjectID=${ProjectID}`)).ProjectTeamMembers,
      ).toMatchObject([member]);
    },
    'hands over the customers of a leaving agent, and deactivates the agent': async () => {
      const { ana, ben } = made.agents;
      const Contacts = made.contacts.map(({ ContactId }) => ({ ContactId }));
      await done(made.callers.ana, 'post', '/Contacts/Transfer', { agent: { AgentId: ana }, Contacts });
      expect((await done(made.callers.ben, 'get', '/Contacts')).Contacts).toEqual([]);
      expect((await done(made.callers.ana, 'get', '/Contacts?fields=ContactId')).Contacts).toHaveLength(3);
      await done(service().admin, 'put', `/Agents/${ben}`, { AgentStatus: 'Inactive' });
      await call(made.callers.ben, 'get', '/EventType').expect(401);
      await service()
        .app.http.post('/v1/Auth/Login')
        .send({ UserName: 'ben@agency.test', Password: 'a pass phrase of ben that is long' })
        .expect(401);
    },
    'imports the customers of a fair from a file without ids': async () => {
      const text = `FirstName,LastName,Phone,AgentId\nMary,Shaw,(505) 555-0160,${made.agents.ana}\n`;
      expect((await file('contacts', text)).body).toMatchObject({ Read: 1, Inserted: 1 });
      const [mary] = await listed(made.callers.ana, 'get', '/Contacts?Search=shaw');
      expect(mary).toMatchObject({ Name: 'Mary Shaw', DateCreated: '2026-03-10T08:00:00.0000000Z' });
      const visit = { CustomerId: mary.ContactGUID, LocationId: made.location, LineId: made.line };
      const { CustomerCheckins } = await done(service().admin, 'post', '/CustomerCheckins', visit);
      await done(service().admin, 'delete', `/CustomerCheckins/${CustomerCheckins[0].Id}`);
    },
    'shows the day in the report, the answers and the audit': async () => {
      const rows = await listed(made.callers.ana, 'get', '/CustomerCheckins/Report/2026-03-10/2026-03-10');
      expect(rows).toMatchObject([
        { LineName: 'Claims', Visits: 1, Completed: 0, Cancelled: 1, Forwarded: 0 },
        { LineId: made.line, Visits: 4, Completed: 2, Cancelled: 1, NoShow: 0, Forwarded: 1 },
      ]);
      const answers = await listed(made.callers.ana, 'get', '/SurveyAdmin/GiftCard');
      expect(answers).toMatchObject([{ ResponseCode: 'Y' }]);
      const { Audit } = await done(service().admin, 'get', '/Audit?Operation=transferContacts');
      expect(Audit).toHaveLength(1);
      expect((await service().app.http.get('/v1/Audit.csv').set(service().admin).expect(200)).text).not.toMatch(
        /pass phrase/,
      );
    },
  };
}
