import { GanttLink } from '../../../modules/projects/gantt/links/gantt-link.entity.js';
import { GanttTask } from '../../../modules/projects/gantt/gantt-task.entity.js';
import { JobType } from '../../../modules/projects/gantt/job-type.entity.js';
import { ProjectTeamMember } from '../../../modules/projects/team/project-team-member.entity.js';
import { Project } from '../../../modules/projects/project.entity.js';
import type { Filling } from '../filling.js';
import { jobTypes, type Plan } from './plan.js';

/** Projects, their teams of contacts, and a Gantt chart with a branch for each project. */
export async function fillProjects(filling: Filling, { projects, members, tasks }: Plan): Promise<void> {
  await filling.put(Project, projects);
  await filling.put(ProjectTeamMember, members);
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
