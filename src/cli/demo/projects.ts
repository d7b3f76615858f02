import { GanttLink } from '../../modules/projects/gantt/gantt-link.entity.js';
import { GanttTask } from '../../modules/projects/gantt/gantt-task.entity.js';
import { JobType } from '../../modules/projects/gantt/job-type.entity.js';
import { ProjectTeamMember } from '../../modules/projects/team/project-team-member.entity.js';
import { Project } from '../../modules/projects/project.entity.js';
import type { Filling } from './filling.js';
import type { Users } from './people.js';

const projects = [
  ['District open enrollment', 'Enrollment meetings at every school of the district.'],
  ['Retirement workshops', 'Evening workshops on state pensions and supplements.'],
  ['New teacher orientation', 'Benefits tables at the orientation days.'],
  ['Client reviews', 'A yearly review with every client.'],
] as const;
const memberRoles = ['Coordinator', 'Host', 'Speaker', 'Volunteer', 'Principal contact'];
const jobTypes = ['Planning', 'Communication', 'Enrollment', 'Follow-up'];
const steps = [
  'Agree dates with the district',
  'Send invitations',
  'Hold the meetings',
  'Submit applications',
  'Wrap up',
];

/** Projects, their teams of contacts, and a Gantt chart with a branch for each project. */
export async function fillProjects(filling: Filling, users: Users): Promise<void> {
  const { random, calendar } = filling;
  const starts = projects.map((_, index) => 40 - 30 * index);
  await filling.put(
    Project,
    projects.map(([ProjectName, Description], index) => ({
      ProjectID: index + 1,
      ProjectName,
      Description,
      StartDate: calendar.daysAgo(starts[index]),
      EndDate: calendar.daysAgo(starts[index] - 60),
    })),
  );
  const contactIds = Array.from({ length: Math.min(filling.contacts, 60) }, (_, index) => index + 1);
  const members = projects.flatMap((_, index) =>
    random
      .some(contactIds, 6)
      .map((ContactID) => ({ ProjectID: index + 1, ContactID, MemberRole: random.pick(memberRoles) })),
  );
  await filling.put(
    ProjectTeamMember,
    members.map((member, index) => ({ ...member, TeamMemberID: index + 1 })),
  );
  await filling.put(
    JobType,
    jobTypes.map((job_type_name, index) => ({ job_type_id: index + 1, job_type_name })),
  );
  await fillGantt(filling, users.byName.get('agent@demo.test') ?? null, starts);
}

/** For each project a task that holds its steps, one after the other. */
async function fillGantt(filling: Filling, created_by_id: string | null, starts: readonly number[]): Promise<void> {
  const { random, calendar } = filling;
  const tasks: Partial<GanttTask>[] = [];
  const links: Partial<GanttLink>[] = [];
  projects.forEach(([text], position) => {
    const parent = tasks.length + 1;
    let ago = starts[position];
    const place = (days: number) => ({
      start_date: calendar.daysAgo(ago),
      planned_start: calendar.daysAgo(ago),
      end_date: calendar.daysAgo(ago - days),
      planned_end: calendar.daysAgo(ago - days),
      duration: days,
      planned_duration: days,
      created_by_id,
    });
    const lengths = steps.map((_, index) => (index === steps.length - 1 ? 0 : random.int(3, 14)));
    const all = lengths.reduce((sum, length) => sum + length, 0);
    tasks.push({ id: parent, type: 'project', text, parent: 0, position, progress: 0, open: true, ...place(all) });
    steps.forEach((step, index) => {
      const days = lengths[index];
      const done = Math.round((100 * Math.max(0, Math.min(ago, days))) / Math.max(days, 1));
      const id = tasks.length + 1;
      tasks.push({
        id,
        type: days === 0 ? 'milestone' : 'task',
        text: step,
        details: `${step}: ${text.toLowerCase()}.`,
        parent,
        position: index,
        progress: done,
        job_type_id: Math.min(index + 1, jobTypes.length),
        ...place(days),
      });
      if (index > 0) links.push({ id: links.length + 1, source: id - 1, target: id, type: 0 });
      ago -= days;
    });
  });
  await filling.put(GanttTask, tasks);
  await filling.put(GanttLink, links);
}
