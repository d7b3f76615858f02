import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { Project } from './project.entity.js';

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
  expect(fieldErrors(await add({ ProjectID: 4, StartDate: '2026-03-02', EndDate: '2026-03-01' }).expect(400))).toEqual([
    'ProjectID Invalid',
    'ProjectName NotEmpty',
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
