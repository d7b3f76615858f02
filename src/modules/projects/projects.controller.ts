import { Conflict, NotFound } from '../../errors/errors.js';
import { authenticated, Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { Project } from './project.entity.js';
import { ProjectsService } from './projects.service.js';
import { bareListOf, responseOf } from '../../record/response-status.js';
import { JobType } from './gantt/gantt.entity.js';

class ProjectsResponse extends responseOf('Projects', Project) {}

class JobTypes extends bareListOf('jobtypes', JobType) {}

const records = { request: Project, response: ProjectsResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Projects';
const byId = '/v1/Projects/{ProjectID}';
type Named = BoundWith<Project, 'ProjectID'>;

@Resource({ name: 'Project', title: 'Projects', order: 7, companion: true, access: authenticated })
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'List projects',
    description: 'Lists the projects by ProjectName.',
  })
  listProjects(@Input() _: Bound<Project>, @ListQuery() options: ListOptions) {
    return { Projects: this.projects.rows.list(options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: byId,
    summary: 'Read a project',
    errors: [NotFound],
    etag: Project,
  })
  async readProject(@Input() { ProjectID }: Named) {
    return { Projects: [await this.projects.rows.read(ProjectID)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    path,
    summary: 'Add a project',
    description: 'ProjectID must be 0 or absent. EndDate must not be before StartDate.',
    example: { ProjectName: 'Spring benefits fair', StartDate: '2026-03-02', EndDate: '2026-03-06' },
  })
  async addProject(@Input() sent: Bound<Project>) {
    return { Projects: [await this.projects.add(sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    path: byId,
    summary: 'Change a project',
    description: 'Changes only the fields that you send.',
    example: { Description: 'With a table for every school.' },
    errors: [NotFound],
  })
  async changeProject(@Input() sent: Named) {
    return { Projects: [await this.projects.change(sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    path: byId,
    summary: 'Remove a project',
    description: 'A project with team members: 409.',
    errors: [NotFound, Conflict],
  })
  async removeProject(@Input() { ProjectID }: Named) {
    return { Projects: [await this.projects.remove(ProjectID)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/webix/gantt/jobtypes',
    response: JobTypes,
    summary: 'List all job types of Gantt tasks',
    description: 'Lists the job types by job_type_name.',
  })
  async listJobTypes() {
    return { jobtypes: await this.projects.jobTypes() };
  }
}

export class ProjectHistoryController extends HistoryOf(ProjectsController, 'readProject', 'changeProject') {}
