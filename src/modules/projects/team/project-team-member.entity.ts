import { Table } from '../../../database/schema/table.js';
import { Int32, Text } from '../../../record/fields.js';

/** A contact who works on a project, at most once per project. */
@Table('project_team_members', {
  set: 'project-team-members',
  noun: 'team member',
  order: ['ProjectID'],
  unique: [['ProjectID', 'ContactID']],
  ofPerson: 'remove',
})
export class ProjectTeamMember {
  @Int32({ key: 'generated', example: 12 }) TeamMemberID!: number;
  @Int32({ required: true, references: 'Project.ProjectID', example: 3 }) ProjectID!: number;
  @Int32({ required: true, references: 'Contact.ContactId', example: 42 }) ContactID!: number;
  @Text(100, { required: true, personal: true, example: 'Coordinator' }) MemberRole!: string;
}
