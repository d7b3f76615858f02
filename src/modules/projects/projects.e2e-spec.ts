import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { Project } from './project.entity.js';

describe('projects', () => {
  let app: TestApp;
  let worker: { Authorization: string };
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    worker = await app.as('Worker');
    admin = await app.as('Administrator');
    await store(app, 'Contact', [{ ContactId: 1 }]);
    await store(app, 'JobType', [
      { job_type_id: 1, job_type_name: 'Planning' },
      { job_type_id: 2, job_type_name: 'Enrollment' },
    ]);
  });
  beforeEach(async () => {
    await app.db.tx(async () => {
      await app.db.execute(sql`DELETE FROM project_team_members`);
      await app.db.execute(sql`DELETE FROM projects`);
    });
    await store(app, 'Project', [
      { ProjectID: 1, ProjectName: 'Workshops', StartDate: '2026-03-02T00:00:00.0000000' },
      { ProjectID: 2, ProjectName: 'Fair', Description: 'Tables' },
    ]);
  });
  afterAll(() => app.close());

  const at = '/v1/Projects';
  const unset = '0001-01-01T00:00:00.0000000';
  const workshops = {
    ProjectID: 1,
    ProjectName: 'Workshops',
    Description: '',
    StartDate: '2026-03-02T00:00:00.0000000Z',
    EndDate: unset,
  };
  const fair = { ProjectID: 2, ProjectName: 'Fair', Description: 'Tables', StartDate: unset, EndDate: unset };
  const add = (sent: object) => app.http.post(at).set(admin).send(sent);
  const change = (id: number, sent: object) => app.http.put(`${at}/${id}`).set(admin).send(sent);
  const remove = (id: number) => app.http.delete(`${at}/${id}`).set(admin);
  const listed = async (query = ''): Promise<Project[]> =>
    (
      await app.http
        .get(at + query)
        .set(worker)
        .expect(200)
    ).body.Projects;

  it('lists projects by name to every signed-in caller', async () => {
    expect(await listed()).toEqual([fair, workshops]);
    expect(await listed('?ProjectNameStartsWith=work&fields=ProjectID')).toEqual([{ ProjectID: 1 }]);
    const { text } = await app.http.get(`${at}.csv?take=1`).set(worker).expect(200);
    expect(text).toBe('ProjectID,ProjectName,Description,StartDate,EndDate\r\n2,Fair,Tables,,\r\n');
  });

  it('answers one project', async () => {
    const { body, headers } = await app.http.get(`${at}/1`).set(worker).expect(200);
    expect(body.Projects).toEqual([workshops]);
    await app.http.get(`${at}/1`).set(worker).set('If-None-Match', headers.etag).expect(304);
    await app.http.get(`${at}/9`).set(worker).expect(404);
  });

  it('adds a project once for an Idempotency-Key', async () => {
    const sent = { ProjectName: 'Reviews', StartDate: '2026-04-01', EndDate: '2026-04-01' };
    const first = await add(sent).set('Idempotency-Key', 'reviews').expect(200);
    const [{ ProjectID }] = first.body.Projects;
    const day = '2026-04-01T00:00:00.0000000Z';
    expect(first.body.Projects).toEqual([
      { ProjectID, ProjectName: 'Reviews', Description: '', StartDate: day, EndDate: day },
    ]);
    expect((await add(sent).set('Idempotency-Key', 'reviews').expect(200)).body).toEqual(first.body);
    expect(await listed('?ProjectName=Reviews')).toHaveLength(1);
  });

  it('changes only the sent fields of a project, and writes an entry into the audit', async () => {
    const { body } = await change(1, { EndDate: '2026-03-05' }).expect(200);
    const changed = { ...workshops, EndDate: '2026-03-05T00:00:00.0000000Z' };
    expect(body.Projects).toEqual([changed]);
    expect((await change(1, { ...changed, ProjectName: 'Workshops' }).expect(200)).body.Projects).toEqual([changed]);
    const entry = await app.db.one<{ Operation: string; RecordId: string }>(
      sql`SELECT Operation, RecordId FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(entry).toEqual({ Operation: 'changeProject', RecordId: '1' });
    await change(9, { ProjectName: 'Nothing' }).expect(404);
  });

  it('reports every bad field of a project', async () => {
    const reversed = { StartDate: '2026-03-02', EndDate: '2026-03-01' };
    expect(fieldErrors(await add({ ...reversed, ProjectID: 4 }).expect(400))).toEqual([
      'ProjectID Invalid',
      'ProjectName NotEmpty',
    ]);
    expect(fieldErrors(await add({ ...reversed, ProjectName: 'Late' }).expect(400))).toEqual([
      'EndDate GreaterThanOrEqual',
    ]);
    expect(fieldErrors(await change(1, { EndDate: '2026-03-01' }).expect(400))).toEqual(['EndDate GreaterThanOrEqual']);
    expect(await listed('?ProjectID=1')).toEqual([workshops]);
  });

  it('removes a project without members, and refuses one with members', async () => {
    await store(app, 'ProjectTeamMember', [{ TeamMemberID: 1, ProjectID: 1, ContactID: 1, MemberRole: 'Host' }]);
    await remove(1).expect(409);
    expect((await remove(2).expect(200)).body.Projects).toEqual([fair]);
    await remove(2).expect(404);
    await app.http.delete('/v1/ProjectTeamMembers/1').set(worker).expect(200);
    await remove(1).expect(200);
    expect(await listed()).toEqual([]);
  });

  it('never removes a project that gets a member at the same time', async () => {
    const member = { ProjectTeamMembers: [{ ProjectID: 1, ContactID: 1, MemberRole: 'Host' }] };
    const [removed, joined] = await Promise.all([
      remove(1),
      app.http.post('/v1/ProjectTeamMembers').set(worker).send(member),
    ]);
    const statuses = [removed.status, joined.status];
    expect([200, 409]).toContain(removed.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await listed('?ProjectID=1')).toHaveLength(removed.status === 200 ? 0 : 1);
  });

  it('lets only Administrators write projects', async () => {
    for (const caller of [worker, await app.as('Agent')]) {
      await app.http.post(at).set(caller).send({ ProjectName: 'Mine' }).expect(403);
      await app.http.put(`${at}/1`).set(caller).send({ ProjectName: 'Mine' }).expect(403);
      await app.http.delete(`${at}/1`).set(caller).expect(403);
    }
  });

  it('lists the job types as a bare array by name', async () => {
    const jobtypes = '/v1/webix/gantt/jobtypes';
    const { body } = await app.http.get(jobtypes).set(worker).expect(200);
    expect(body).toEqual([
      { job_type_id: 2, job_type_name: 'Enrollment' },
      { job_type_id: 1, job_type_name: 'Planning' },
    ]);
    const { text } = await app.http.get(`${jobtypes}?format=csv`).set(worker).expect(200);
    expect(text).toBe('job_type_id,job_type_name\r\n2,Enrollment\r\n1,Planning\r\n');
  });
});

describe('project team', () => {
  const path = '/v1/ProjectTeamMembers';

  let app: TestApp;
  let worker: { Authorization: string };

  const send = (verb: 'post' | 'put' | 'delete', at: string, ProjectTeamMembers?: object[]) =>
    app.http[verb](at)
      .set(worker)
      .send(ProjectTeamMembers ? { ProjectTeamMembers } : {});
  const members = async (query = '') =>
    (
      await app.http
        .get(path + query)
        .set(worker)
        .expect(200)
    ).body.ProjectTeamMembers;
  const member = (TeamMemberID: number, ProjectID: number, ContactID: number, MemberRole = 'Helper') => ({
    TeamMemberID,
    ProjectID,
    ContactID,
    MemberRole,
  });
  const three = [member(1, 1, 1), member(2, 1, 2), member(3, 2, 1)];

  beforeAll(async () => {
    app = await startApp();
    worker = await app.as('Worker');
    await store(app, 'Project', [
      { ProjectID: 1, ProjectName: 'One' },
      { ProjectID: 2, ProjectName: 'Two' },
    ]);
    await store(app, 'Contact', [
      { ContactId: 1 },
      { ContactId: 2, Deleted: false },
      { ContactId: 3 },
      { ContactId: 4, Deleted: true },
    ]);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM project_team_members`));
    await store(app, 'ProjectTeamMember', [three[2], three[0], three[1]]);
  });

  describe('GET', () => {
    it('lists members by project and id', async () => {
      expect(await members()).toEqual(three);
    });

    it.each([
      ['?ProjectID=1', [1, 2]],
      ['?ContactID=1', [1, 3]],
      ['?ProjectID=2&ContactID=2', []],
      ['?TeamMemberID=2', [2]],
    ])('filters team members by %s', async (query, ids) => {
      expect((await members(query)).map(({ TeamMemberID }: { TeamMemberID: number }) => TeamMemberID)).toEqual(ids);
    });

    it('answers a member with an ETag, or 404', async () => {
      const { body, headers } = await app.http.get(`${path}/2`).set(worker).expect(200);
      expect(body.ProjectTeamMembers).toEqual([three[1]]);
      await app.http
        .get(`${path}/2`)
        .set({ ...worker, 'If-None-Match': headers.etag })
        .expect(304);
      await app.http.get(`${path}/9`).set(worker).expect(404);
    });
  });

  describe('POST', () => {
    it('adds all team members and assigns ids', async () => {
      const { body } = await send('post', path, [
        member(0, 2, 2),
        { ProjectID: 2, ContactID: 3, MemberRole: 'Lead' },
      ]).expect(200);
      const [one, two] = body.ProjectTeamMembers;
      expect(one).toMatchObject({ ProjectID: 2, ContactID: 2, MemberRole: 'Helper' });
      expect(two.TeamMemberID).toBeGreaterThan(one.TeamMemberID);
      expect(await members()).toHaveLength(5);
    });

    it('reports every bad team member and adds none', async () => {
      const items = [
        member(0, 2, 3),
        member(7, 2, 2),
        { ProjectID: 9, ContactID: 9, MemberRole: 'Helper' },
        { ProjectID: 1 },
        member(0, 2, 3),
      ];
      const wrong = [
        { ProjectID: null, ContactID: 3, MemberRole: 'x'.repeat(101) },
        { ProjectID: '1', contactID: 3, MemberRole: '' },
      ];
      expect(fieldErrors(await send('post', path, [...items, ...wrong]).expect(400))).toEqual([
        'ProjectTeamMembers[6].ProjectID Invalid',
        'ProjectTeamMembers[6].contactID WrongCase',
        'ProjectTeamMembers[5].MemberRole Length',
        'ProjectTeamMembers[3].ContactID NotNull',
        'ProjectTeamMembers[3].MemberRole NotEmpty',
        'ProjectTeamMembers[5].ProjectID NotEmpty',
        'ProjectTeamMembers[6].MemberRole NotEmpty',
      ]);
      expect(fieldErrors(await send('post', path, items).expect(400))).toEqual([
        'ProjectTeamMembers[1].TeamMemberID Invalid',
        'ProjectTeamMembers[3].ContactID NotNull',
        'ProjectTeamMembers[3].MemberRole NotEmpty',
      ]);
      const [first, , unknown, , again] = items;
      expect(fieldErrors(await send('post', path, [first, unknown, again]).expect(400))).toEqual([
        'ProjectTeamMembers[2].ContactID Duplicate',
        'ProjectTeamMembers[1].ProjectID Unknown',
        'ProjectTeamMembers[1].ContactID Unknown',
      ]);
      expect(await members()).toHaveLength(3);
    });

    it.each([[undefined], [[]]])('refuses an empty list of team members', async (items) => {
      const answer = await send('post', path, items).expect(400);
      expect(fieldErrors(answer)).toEqual(['ProjectTeamMembers NotEmpty']);
    });

    it('refuses a new member who is already on the project', async () => {
      const answer = await send('post', path, [member(0, 2, 2), member(0, 1, 1)]).expect(409);
      expect(fieldErrors(answer)).toEqual(['ProjectTeamMembers[1].ContactID Duplicate']);
      expect(await members()).toHaveLength(3);
    });

    it('adds a contact to a project once if several requests send it at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => send('post', path, [member(0, 2, 3)])));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
      expect(await members('?ContactID=3')).toHaveLength(1);
    });

    it('changes a member by POST if the path has an id', async () => {
      const { body } = await send('post', `${path}/2`, [{ MemberRole: 'Lead' }]).expect(200);
      expect(body.ProjectTeamMembers).toEqual([member(2, 1, 2, 'Lead')]);
    });
  });

  describe('PUT', () => {
    it('changes only the sent fields of a member', async () => {
      const { body } = await send('put', path, [
        { TeamMemberID: 3, MemberRole: 'Lead' },
        { TeamMemberID: 1, ContactID: 3 },
      ]).expect(200);
      expect(body.ProjectTeamMembers).toEqual([member(3, 2, 1, 'Lead'), member(1, 1, 3)]);
    });

    it('reports every unknown member and changes none', async () => {
      const answer = await send('put', path, [
        { TeamMemberID: 8 },
        { TeamMemberID: 1, MemberRole: 'Lead' },
        { TeamMemberID: 9 },
      ]).expect(404);
      expect(fieldErrors(answer)).toEqual([
        'ProjectTeamMembers[0].TeamMemberID Unknown',
        'ProjectTeamMembers[2].TeamMemberID Unknown',
      ]);
      expect(await members()).toEqual(three);
    });

    it('requires the id of each changed member, and refuses a repeated id', async () => {
      const answer = await send('put', path, [{ MemberRole: 'Lead' }, { TeamMemberID: 1 }, { TeamMemberID: 1 }]).expect(
        400,
      );
      expect(fieldErrors(answer)).toEqual([
        'ProjectTeamMembers[0].TeamMemberID NotEmpty',
        'ProjectTeamMembers[2].TeamMemberID Duplicate',
      ]);
    });

    it('checks a changed member with its stored values as POST checks a new member', async () => {
      const unknown = await send('put', path, [{ TeamMemberID: 1, ContactID: 9 }]).expect(400);
      expect(fieldErrors(unknown)).toEqual(['ProjectTeamMembers[0].ContactID Unknown']);
      const taken = await send('put', path, [{ TeamMemberID: 1, ContactID: 2 }]).expect(409);
      expect(fieldErrors(taken)).toEqual(['ProjectTeamMembers[0].ContactID Duplicate']);
      const twice = await send('put', path, [
        { TeamMemberID: 1, ContactID: 3 },
        { TeamMemberID: 2, ContactID: 3 },
      ]).expect(400);
      expect(fieldErrors(twice)).toEqual(['ProjectTeamMembers[1].ContactID Duplicate']);
    });

    it('does not change the fields of a member that the client sends as null or as an empty text', async () => {
      const { body } = await send('put', path, [
        { TeamMemberID: 1, ProjectID: null, ContactID: 3, MemberRole: '' },
        { TeamMemberID: 2, MemberRole: null },
      ]).expect(200);
      expect(body.ProjectTeamMembers).toEqual([member(1, 1, 3), three[1]]);
    });

    it('reports unknown members together with all other errors that break a rule', async () => {
      const items = [
        { TeamMemberID: 9, ContactID: 9 },
        { MemberRole: 'x' },
        { TeamMemberID: 1, ProjectID: 9 },
        { TeamMemberID: 1 },
        { TeamMemberID: 8 },
      ];
      const long = { MemberRole: 'x'.repeat(101) };
      expect(fieldErrors(await send('put', path, [...items, long]).expect(400))).toEqual([
        'ProjectTeamMembers[5].MemberRole Length',
      ]);
      expect(fieldErrors(await send('put', path, items).expect(400))).toEqual([
        'ProjectTeamMembers[0].TeamMemberID Unknown',
        'ProjectTeamMembers[4].TeamMemberID Unknown',
        'ProjectTeamMembers[1].TeamMemberID NotEmpty',
        'ProjectTeamMembers[3].TeamMemberID Duplicate',
        'ProjectTeamMembers[0].ContactID Unknown',
        'ProjectTeamMembers[2].ProjectID Unknown',
      ]);
      const one = await send('put', `${path}/1`, [{ TeamMemberID: 2, ContactID: 9 }]).expect(400);
      expect(fieldErrors(one)).toEqual([
        'ProjectTeamMembers[0].TeamMemberID Mismatch',
        'ProjectTeamMembers[0].ContactID Unknown',
      ]);
    });

    it('refuses a deleted contact, but changes a member whose contact was deleted later', async () => {
      for (const items of [[{ TeamMemberID: 1, ContactID: 4 }], [member(0, 2, 4)]]) {
        const answer = await send(items[0].TeamMemberID ? 'put' : 'post', path, items).expect(400);
        expect(fieldErrors(answer)).toEqual(['ProjectTeamMembers[0].ContactID Unknown']);
      }
      await store(app, 'ProjectTeamMember', [member(4, 2, 4)]);
      const { body } = await send('put', `${path}/4`, [member(4, 2, 4, 'Lead')]).expect(200);
      expect(body.ProjectTeamMembers).toEqual([member(4, 2, 4, 'Lead')]);
    });

    it('lets members exchange their contacts in one request', async () => {
      await send('put', path, [
        { TeamMemberID: 1, ContactID: 2 },
        { TeamMemberID: 2, ContactID: 1 },
      ]).expect(200);
      expect(await members('?ProjectID=1')).toEqual([member(1, 1, 2), member(2, 1, 1)]);
    });

    it('accepts in a PUT with an id in the path exactly one item, for that member', async () => {
      expect(fieldErrors(await send('put', `${path}/1`).expect(400))).toEqual(['ProjectTeamMembers NotEmpty']);
      expect(fieldErrors(await send('put', `${path}/1`, [{}, {}]).expect(400))).toEqual(['ProjectTeamMembers Length']);
      const other = await send('put', `${path}/1`, [{ TeamMemberID: 2 }]).expect(400);
      expect(fieldErrors(other)).toEqual(['ProjectTeamMembers[0].TeamMemberID Mismatch']);
      await send('put', `${path}/9`, [{ MemberRole: 'Lead' }]).expect(404);
      const { body } = await send('put', `${path}/1`, [{ TeamMemberID: 1, MemberRole: 'Lead' }]).expect(200);
      expect(body.ProjectTeamMembers).toEqual([member(1, 1, 1, 'Lead')]);
    });

    it('refuses a TeamMemberID of the body or the query that differs from that of the path', async () => {
      const put = (query: string, body: object) => app.http.put(`${path}/1${query}`).set(worker).send(body);
      const ProjectTeamMembers = [{ MemberRole: 'Lead' }];
      for (const call of [
        put('', { TeamMemberID: 2, ProjectTeamMembers }),
        put('?TeamMemberID=2', { ProjectTeamMembers }),
      ])
        expect(fieldErrors(await call.expect(400))).toEqual(['TeamMemberID Mismatch']);
      await put('?TeamMemberID=1', { TeamMemberID: 1, ProjectTeamMembers }).expect(200);
    });

    it('keeps concurrent changes of different fields of a member', async () => {
      await Promise.all([
        send('put', `${path}/1`, [{ MemberRole: 'Lead' }]).expect(200),
        send('put', `${path}/1`, [{ ContactID: 3 }]).expect(200),
      ]);
      expect(await members('?TeamMemberID=1')).toEqual([member(1, 1, 3, 'Lead')]);
    });
  });

  describe('DELETE', () => {
    it('removes a member, and answers 404 to a second DELETE', async () => {
      const { body } = await send('delete', `${path}/2`).expect(200);
      expect(body.ProjectTeamMembers).toEqual([three[1]]);
      await send('delete', `${path}/2`).expect(404);
    });

    it('removes the listed members', async () => {
      const { body } = await send('delete', path, [{ TeamMemberID: 3 }, { TeamMemberID: 1 }]).expect(200);
      expect(body.ProjectTeamMembers).toEqual([three[2], three[0]]);
      expect(await members()).toEqual([three[1]]);
    });

    it('removes the members whose ids are in the query', async () => {
      await send('delete', `${path}?TeamMemberIDs=1,2`).expect(200);
      expect(await members()).toEqual([three[2]]);
    });

    it('reports every unknown member and removes none, and refuses a request without ids', async () => {
      const listed = await send('delete', path, [{ TeamMemberID: 1 }, { TeamMemberID: 9 }]).expect(404);
      expect(fieldErrors(listed)).toEqual(['ProjectTeamMembers[1].TeamMemberID Unknown']);
      expect(fieldErrors(await send('delete', `${path}?TeamMemberIDs=8,1`).expect(404))).toEqual([
        'TeamMemberIDs[0] Unknown',
      ]);
      await send('delete', path).expect(400);
      expect(await members()).toEqual(three);
    });
  });
});
