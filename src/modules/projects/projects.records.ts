import { ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { JobType } from './gantt/gantt.entity.js';
import { Project } from './project.entity.js';

export class ProjectsResponse extends ResponseRecord {
  @ListOf(() => Project) Projects!: Rows<Project>;
}

export class JobTypes {
  @ListOf(() => JobType) jobtypes!: Rows<JobType>;
}
