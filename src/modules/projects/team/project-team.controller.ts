import { authenticated, Endpoint, ListQuery, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { Conflict, NotFound } from '../../../errors/errors.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { HistoryOf } from '../../history/history.controller.js';
import { ProjectTeamMember } from './project-team-member.entity.js';
import { ProjectTeamService } from './project-team.service.js';
import { Int32, ListOf } from '../../../record/fields.js';
import { int32 } from '../../../record/field-types.js';
import { responseOf } from '../../../record/response-status.js';

class ProjectTeamMembersRequest {
  @Int32({ example: 12 }) TeamMemberID!: number;
  @ListOf(() => ProjectTeamMember, { minItems: 1 }) ProjectTeamMembers!: ProjectTeamMember[];
}

class ProjectTeamMembersSelection {
  @ListOf(int32, { description: 'TeamMemberIDs of the members to remove, instead of a body.', example: [12, 13] })
  TeamMemberIDs!: number[];
}

class ProjectTeamMembersResponse extends responseOf('ProjectTeamMembers', ProjectTeamMember) {}

const path = '/v1/ProjectTeamMembers';
const byId = '/v1/ProjectTeamMembers/{TeamMemberID}';
const records = { request: ProjectTeamMembersRequest, response: ProjectTeamMembersResponse };

type SingleMember = BoundWith<ProjectTeamMembersRequest, 'TeamMemberID'>;

@Resource({ name: 'ProjectTeamMembers', title: 'Project team members', order: 12, access: authenticated })
export class ProjectTeamController {
  constructor(private readonly team: ProjectTeamService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    ...records,

    summary: 'List team members',
    description: 'Lists the team members by ProjectID and TeamMemberID.',
  })
  listProjectTeamMembers(@Input() _: Bound<ProjectTeamMembersRequest>, @ListQuery() options: ListOptions) {
    return { ProjectTeamMembers: this.team.rows.list(options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: byId,
    ...records,
    etag: ProjectTeamMember,
    summary: 'Read a team member',
    errors: [NotFound],
  })
  async readProjectTeamMember(@Input() { TeamMemberID }: SingleMember) {
    return { ProjectTeamMembers: [await this.team.rows.read(TeamMemberID)] };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path,
    ...records,
    summary: 'Add team members',
    description: 'Adds all members or none. TeamMemberID must be 0 or absent. A contact can be on a project once.',
    errors: [Conflict],
    example: { ProjectTeamMembers: [{ ProjectID: 1, ContactID: 40, MemberRole: 'Coordinator' }] },
  })
  async addProjectTeamMembers(@Input() { ProjectTeamMembers = [] }: Bound<ProjectTeamMembersRequest>) {
    return { ProjectTeamMembers: await this.team.add(ProjectTeamMembers) };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path,
    ...records,
    summary: 'Change team members',
    description: 'Changes all listed members or none, and only the fields that you send.',
    errors: [NotFound, Conflict],
    example: { ProjectTeamMembers: [{ TeamMemberID: 1, MemberRole: 'Lead' }] },
  })
  async changeProjectTeamMembers(@Input() { ProjectTeamMembers = [] }: Bound<ProjectTeamMembersRequest>) {
    return { ProjectTeamMembers: await this.team.change(ProjectTeamMembers) };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: byId,
    ...records,
    summary: 'Change a team member',
    description: 'ProjectTeamMembers must contain exactly one item.',
    errors: [NotFound, Conflict],
    example: { ProjectTeamMembers: [{ MemberRole: 'Lead' }] },
  })
  async changeProjectTeamMember(@Input() request: SingleMember) {
    return { ProjectTeamMembers: [await this.team.changeOne(request.TeamMemberID, request.ProjectTeamMembers)] };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: byId,
    ...records,
    summary: 'Change a team member by POST',
    description: 'Works like PUT.',
    errors: [NotFound, Conflict],
    example: { ProjectTeamMembers: [{ MemberRole: 'Lead' }] },
  })
  postProjectTeamMember(@Input() request: SingleMember) {
    return this.changeProjectTeamMember(request);
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path,
    ...records,
    query: ProjectTeamMembersSelection,
    summary: 'Remove team members',
    description: 'Removes the members that the body lists by TeamMemberID, or TeamMemberIDs in the query: all or none.',
    errors: [NotFound],
    example: { ProjectTeamMembers: [{ TeamMemberID: 1 }] },
  })
  async removeProjectTeamMembers(@Input() request: Bound<ProjectTeamMembersRequest & ProjectTeamMembersSelection>) {
    return { ProjectTeamMembers: await this.team.remove(request) };
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: byId,
    ...records,
    summary: 'Remove a team member',
    errors: [NotFound],
  })
  async removeProjectTeamMember(@Input() { TeamMemberID }: SingleMember) {
    return { ProjectTeamMembers: [await this.team.rows.remove(TeamMemberID)] };
  }
}

export class ProjectTeamMemberHistoryController extends HistoryOf(
  ProjectTeamController,
  'readProjectTeamMember',
  'changeProjectTeamMember',
) {}
