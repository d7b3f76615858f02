import { Int32, ListOf } from '../../../record/fields.js';
import { int32 } from '../../../record/field-types.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { ResponseRecord } from '../../../record/response-status.js';
import { ProjectTeamMember } from './project-team-member.entity.js';

export class ProjectTeamMembersRequest {
  @Int32({ example: 12 }) TeamMemberID!: number;
  @ListOf(() => ProjectTeamMember, { minItems: 1 }) ProjectTeamMembers!: ProjectTeamMember[];
}

export class ProjectTeamMembersSelection {
  @ListOf(int32, { description: 'TeamMemberIDs of the members to remove, instead of a body.', example: [12, 13] })
  TeamMemberIDs!: number[];
}

export class ProjectTeamMembersResponse extends ResponseRecord {
  @ListOf(() => ProjectTeamMember) ProjectTeamMembers!: Rows<ProjectTeamMember>;
}
