import { datetime, flag, guid, int32, int64, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

const number = column(int32, { key: 'generated' });
const task = column(int32, { required: true, references: 'gantt_tasks.id', onDelete: 'CASCADE' });

export const projectTables = [
  table(
    'projects',
    {
      ProjectID: column(int32, { key: 'generated' }),
      ...name('ProjectName', 200, { required: true }),
      Description: text(4000),
      StartDate: datetime,
      EndDate: datetime,
    },
    { indexes: [['ProjectNameKey', 'ProjectID']] },
  ),
  table(
    'project_team_members',
    {
      TeamMemberID: column(int32, { key: 'generated' }),
      ProjectID: column(int32, { required: true, references: 'projects.ProjectID' }),
      ContactID: column(int32, { required: true, references: 'contacts.ContactId' }),
      MemberRole: column(text(100), { required: true }),
    },
    { unique: [['ProjectID', 'ContactID']] },
  ),
  table('job_types', {
    job_type_id: number,
    ...name('job_type_name', 200, { required: true }),
  }),
  table(
    'gantt_tasks',
    {
      id: number,
      type: text(20),
      start_date: column(datetime, { required: true }),
      planned_start: datetime,
      end_date: datetime,
      planned_end: datetime,
      text: text(500),
      progress: int32,
      parent: int32,
      position: int32,
      duration: int32,
      planned_duration: column(int32, { nullable: true }),
      details: text(16_000),
      open: flag,
      job_type_id: column(int32, { nullable: true, references: 'job_types.job_type_id' }),
      created_by_id: guid,
    },
    { indexes: [['parent', 'position']] },
  ),
  table('gantt_links', { id: number, source: task, target: task, type: int32 }),
  table('gantt_turns', { Id: column(int32, { key: true }), Turns: int64 }),
];
