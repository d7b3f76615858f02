import { GanttTask } from '../../../modules/projects/gantt/gantt-task.entity.js';
import { ProjectTeamMember } from '../../../modules/projects/team/project-team-member.entity.js';
import { Project } from '../../../modules/projects/project.entity.js';
import type { DateTime } from '../../../record/fields.js';
import type { Calendar } from '../calendar.js';
import type { Filling } from '../filling.js';
import { isDeleted } from '../people/ownership.js';

type Lengths = readonly [first: number, second: number, ...others: number[]];

/** Projects: when each begins, told by the lengths of its steps, and by how many days its second step takes longer. */
const projects: readonly { name: string; text: string; begins: (lengths: Lengths) => number; slip: number }[] = [
  {
    name: 'District open enrollment',
    text: 'Enrollment meetings at every school of the district.',
    begins: (lengths) => lengths.reduce((sum, length) => sum + length, 0) + 7,
    slip: 4,
  },
  {
    name: 'Retirement workshops',
    text: 'Evening workshops on state pensions and supplements.',
    // Its second step should have ended.
    begins: ([first, second]) => first + second + 2,
    slip: 0,
  },
  {
    name: 'New teacher orientation',
    text: 'Benefits tables at the orientation days.',
    begins: () => -20,
    slip: 0,
  },
  {
    name: 'Client reviews',
    text: 'A yearly review with every client.',
    begins: ([first, second]) => first + Math.ceil(second / 2),
    slip: 0,
  },
];
/** A project that nothing is planned for yet, and nobody works on. */
const idea = { ProjectName: 'Summer open house', Description: 'An evening for families, if the district agrees.' };
/** The project whose second step is not done in time, and how far it is. */
const late = { project: 1, step: 1, progress: 60 };

const steps = [
  'Agree dates with the district',
  'Send invitations',
  'Hold the meetings',
  'Submit applications',
  'Wrap up',
];
export const jobTypes = ['Planning', 'Communication', 'Enrollment', 'Follow-up'];
const memberRoles = ['Coordinator', 'Host', 'Host', 'Speaker', 'Volunteer', 'School contact'];

/** Contacts up to this number work in projects. */
const lastMember = 36;

/** What is planned: projects, their tasks of the Gantt chart, and the contacts who work in them. */
export class Plan {
  readonly projects: Project[];
  readonly tasks: Partial<GanttTask>[];
  readonly members: ProjectTeamMember[];

  constructor(filling: Filling, created_by: readonly (string | null)[]) {
    const random = filling.chanceOf('plan', 0);
    const lengths = projects.map((): Lengths => {
      const length = () => random.int(3, 14);
      return [length(), length(), length(), length(), 0];
    });
    this.tasks = [];
    projects.forEach((_, index) =>
      this.tasks.push(
        ...tasksOf(filling.calendar, index, lengths[index], this.tasks.length + 1).map((task) => ({
          ...task,
          created_by_id: created_by[index % created_by.length],
        })),
      ),
    );
    const wholes = this.tasks.filter(({ parent }) => parent === 0);
    const planned = projects.map(({ name, text }, index) => ({
      ProjectID: index + 1,
      ProjectName: name,
      Description: text,
      StartDate: wholes[index].start_date!,
      EndDate: wholes[index].end_date!,
    }));
    const contacts = Array.from({ length: Math.min(filling.contacts, lastMember) }, (_, index) => index + 1).filter(
      (ContactId) => !isDeleted(ContactId),
    );
    this.projects = [...planned, { ...idea, ProjectID: planned.length + 1, StartDate: null, EndDate: null }];
    this.members = planned
      .flatMap(({ ProjectID }) =>
        random
          .some(contacts, memberRoles.length)
          .map((ContactID, index) => ({ ProjectID, ContactID, MemberRole: memberRoles[index] })),
      )
      .map((member, index) => ({ ...member, TeamMemberID: index + 1 }));
  }

  /** When the last project of a contact ends, or null. */
  endOf(contactId: number): DateTime | null {
    const ends = this.members
      .filter(({ ContactID }) => ContactID === contactId)
      .map(({ ProjectID }) => this.projects[ProjectID - 1].EndDate!);
    return ends.sort().at(-1) ?? null;
  }
}

/** A project and its steps, one after the other; the first task has the id `first`. */
function tasksOf(calendar: Calendar, project: number, lengths: Lengths, first: number): Partial<GanttTask>[] {
  const { name, text, begins, slip } = projects[project];
  let planned = begins(lengths);
  let real = planned;
  let held = false;
  const children = steps.map((step, index): Task => {
    const days = lengths[index] + (index === 1 ? slip : 0);
    const isLate = project === late.project && index === late.step;
    const progress = held ? 0 : isLate ? late.progress : progressOf(real, days);
    held ||= progress < 100;
    const task = {
      id: first + index + 1,
      type: days === 0 ? 'milestone' : 'task',
      text: step,
      details: `${step}: ${name.toLowerCase()}.`,
      parent: first,
      position: index,
      progress,
      job_type_id: Math.min(index + 1, jobTypes.length),
      ...span(calendar, real, days),
      ...plannedSpan(calendar, planned, lengths[index]),
    };
    real -= days;
    planned -= lengths[index];
    return task;
  });
  const sum = (of: (task: Task) => number) => children.reduce((total, task) => total + of(task), 0);
  const whole = {
    id: first,
    type: 'project',
    text: name,
    details: text,
    parent: 0,
    position: project,
    progress: Math.round(sum(({ duration, progress }) => duration * progress) / sum(({ duration }) => duration)),
    open: true,
    ...span(
      calendar,
      begins(lengths),
      sum(({ duration }) => duration),
    ),
    ...plannedSpan(
      calendar,
      begins(lengths),
      sum(({ planned_duration }) => planned_duration),
    ),
  };
  return [whole, ...children];
}

type Task = Pick<GanttTask, 'duration' | 'progress'> & { planned_duration: number };

/** How much of so many days is over, in percent; a milestone is done on its day. */
function progressOf(beganDaysAgo: number, days: number): number {
  if (days === 0) return beganDaysAgo >= 0 ? 100 : 0;
  return Math.round((100 * Math.max(0, Math.min(beganDaysAgo, days))) / days);
}

function span(calendar: Calendar, daysAgo: number, duration: number) {
  return { start_date: calendar.daysAgo(daysAgo), end_date: calendar.daysAgo(daysAgo - duration), duration };
}

function plannedSpan(calendar: Calendar, daysAgo: number, planned_duration: number) {
  return {
    planned_start: calendar.daysAgo(daysAgo),
    planned_end: calendar.daysAgo(daysAgo - planned_duration),
    planned_duration,
  };
}
