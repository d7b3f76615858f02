import { GanttLink, GanttTask, JobType } from '../../modules/projects/gantt/gantt.entity.js';
import { ProjectTeamMember } from '../../modules/projects/team/project-team-member.entity.js';
import { Project } from '../../modules/projects/project.entity.js';
import type { DateTime } from '../../record/fields.js';
import { numbered, type Filling } from './filling.js';

/**
 * `begins` returns how many days ago the project began. Its argument `days` has the planned length of each step. The
 * second step takes `slip` days longer than planned.
 */
const projects: readonly { name: string; text: string; begins: (days: readonly number[]) => number; slip?: number }[] =
  [
    {
      ...{ name: 'District open enrollment', text: 'Enrollment meetings at every school of the district.' },
      ...{ begins: (days) => sum(days) + 7, slip: 4 },
    },
    {
      ...{ name: 'Retirement workshops', text: 'Evening workshops on state pensions and supplements.' },
      begins: ([first, second]) => first + second + 2,
    },
    {
      ...{ name: 'New teacher orientation', text: 'Benefits tables at the orientation days.' },
      begins: () => -20,
    },
    {
      ...{ name: 'Client reviews', text: 'A yearly review with every client.' },
      begins: ([first, second]) => first + Math.ceil(second / 2),
    },
  ];
/** A project without dates, tasks or members yet. */
const idea = { ProjectName: 'Summer open house', Description: 'An evening for families, if the district agrees.' };
/** The step that is late: `project` and `step` are its indexes, `progress` is in percent. */
const late = { project: 1, step: 1, progress: 60 };

const steps = [
  'Agree dates with the district',
  'Send invitations',
  'Hold the meetings',
  'Submit applications',
  'Wrap up',
];
const jobTypes = ['Planning', 'Communication', 'Enrollment', 'Follow-up'];
const memberRoles = ['Coordinator', 'Host', 'Host', 'Speaker', 'Volunteer', 'School contact'];
/** Contacts up to this ContactId may be members of projects. */
const lastMember = 36;

type Task = Omit<GanttTask, 'created_by_id' | 'open'> & { planned_duration: number; open?: boolean };

/** Projects, their tasks in the Gantt chart, and their members. */
export class Plan {
  readonly projects: Project[];
  readonly tasks: Partial<GanttTask>[] = [];
  readonly members: ProjectTeamMember[];
  private readonly ends = new Map<number, DateTime>();

  constructor(
    private readonly filling: Filling,
    planners: readonly (string | null)[],
  ) {
    projects.forEach((_, index) => {
      const tasks = this.tasksOf(index, this.tasks.length + 1);
      this.tasks.push(...tasks.map((task) => ({ ...task, created_by_id: planners[index % planners.length] })));
    });
    const wholes = this.tasks.filter(({ parent }) => parent === 0);
    const planned = projects.map(({ name, text }, index) => {
      const { start_date, end_date } = wholes[index];
      return { ProjectName: name, Description: text, StartDate: start_date!, EndDate: end_date! };
    });
    this.projects = numbered('ProjectID', [...planned, { ...idea, StartDate: null, EndDate: null }]);
    const contacts = Array.from({ length: lastMember }, (_, index) => index + 1);
    const members = planned.flatMap((_, index) =>
      filling
        .some(contacts, memberRoles.length)
        .map((ContactID, role) => ({ ProjectID: index + 1, ContactID, MemberRole: memberRoles[role] })),
    );
    this.members = numbered('TeamMemberID', members);
    for (const { ContactID, ProjectID } of members) {
      const end = planned[ProjectID - 1].EndDate;
      if (end > (this.ends.get(ContactID) ?? '')) this.ends.set(ContactID, end);
    }
  }

  /** When the last project of a contact ends, or null if the contact is not a member of a project. */
  endOf(contactId: number): DateTime | null {
    return this.ends.get(contactId) ?? null;
  }

  async fill(): Promise<void> {
    const { filling, tasks } = this;
    await filling.put(Project, this.projects);
    await filling.put(ProjectTeamMember, this.members);
    await filling.put(
      JobType,
      jobTypes.map((job_type_name, index) => ({ job_type_id: index + 1, job_type_name })),
    );
    await filling.put(GanttTask, tasks);
    const followers = tasks.filter(({ parent, position }) => parent !== 0 && position !== 0);
    await filling.put(
      GanttLink,
      followers.map(({ id }, index) => ({ id: index + 1, source: id! - 1, target: id, type: 0 })),
    );
  }

  /**
   * Returns the task of the whole project, which gets the id `first`, and its child tasks, one for each step. `project`
   * is an index in `projects`.
   */
  private tasksOf(project: number, first: number): Task[] {
    const { name, text, begins, slip = 0 } = projects[project];
    const lengths = steps.map((_, index) => (index === steps.length - 1 ? 0 : this.filling.int(3, 14)));
    const begun = begins(lengths);
    let [planned, real] = [begun, begun];
    let held = false;
    const children = steps.map((step, index): Task => {
      const days = lengths[index] + (index === 1 ? slip : 0);
      const isLate = project === late.project && index === late.step;
      const progress = held ? 0 : isLate ? late.progress : progressOf(real, days);
      held ||= progress < 100;
      const task = {
        ...{ id: first + index + 1, type: days === 0 ? 'milestone' : 'task', text: step },
        ...{ details: `${step}: ${name.toLowerCase()}.`, parent: first, position: index, progress },
        job_type_id: Math.min(index + 1, jobTypes.length),
        ...this.span(real, days, planned, lengths[index]),
      };
      real -= days;
      planned -= lengths[index];
      return task;
    });
    const days = sum(children.map(({ duration }) => duration));
    const progress = Math.round(sum(children.map((task) => task.duration * task.progress)) / days);
    const whole = {
      ...{ id: first, type: 'project', text: name, details: text, parent: 0, position: project, progress, open: true },
      ...{ job_type_id: null, ...this.span(begun, days, begun, sum(lengths)) },
    };
    return [whole, ...children];
  }

  private span(begun: number, duration: number, planned: number, planned_duration: number) {
    const { calendar } = this.filling;
    return {
      ...{ start_date: calendar.daysAgo(begun), end_date: calendar.daysAgo(begun - duration), duration },
      ...{ planned_start: calendar.daysAgo(planned), planned_end: calendar.daysAgo(planned - planned_duration) },
      planned_duration,
    };
  }
}

/** Returns the progress of a task in percent. A milestone, which has no length, is done on its day. */
function progressOf(beganDaysAgo: number, days: number): number {
  if (days === 0) return beganDaysAgo >= 0 ? 100 : 0;
  return Math.round((100 * Math.max(0, Math.min(beganDaysAgo, days))) / days);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
