import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Conflict, NotFound, refuse } from '../../errors/errors.js';
import { unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { JobType } from './gantt/job-type.entity.js';
import { Project } from './project.entity.js';

/** The projects that teams work on, and the kinds of work that their tasks are of. */
@Injectable()
export class ProjectsService {
  constructor(private readonly db: Db) {}

  list(options: ListOptions): ListResult<Project> {
    return this.db.list(
      Project,
      {
        columns: columnsOf(Project, 'p'),
        from: sql`projects p`,
        order: [sql`p.ProjectName`, sql`p.ProjectID`],
        key: [sql`p.ProjectID`],
      },
      options,
    );
  }

  /** Throws NotFound. */
  async read(id: number): Promise<Project> {
    const found = await this.db.one<Project>(
      sql`SELECT ${columns(Project, 'p')} FROM projects p WHERE p.ProjectID = ${id}`,
    );
    if (!found) throw unknown(id);
    return found;
  }

  /** The new project with its id. Throws Invalid. */
  async add(sent: Bound<Project>): Promise<Project> {
    const errors = [...unfitAsNew(Project, sent), ...orderErrors(sent)];
    refuse(errors);
    return this.db.insert(Project, sent);
  }

  /** Changes what was sent. Throws NotFound, or Invalid. */
  async change({ ProjectID, ...changes }: BoundWith<Project, 'ProjectID'>): Promise<Project> {
    const changed = await this.db.update(Project, { ProjectID }, changes);
    if (!changed) throw unknown(ProjectID);
    refuse(orderErrors(changed));
    return changed;
  }

  /** Throws NotFound, or Conflict while the project has team members. */
  async remove(ProjectID: number): Promise<Project> {
    if (!(await this.db.lockRow(Project, { ProjectID }))) throw unknown(ProjectID);
    const member = await this.db.one(
      sql`SELECT 1 AS One FROM project_team_members m WHERE m.ProjectID = ${ProjectID} LIMIT 1`,
    );
    if (member) throw new Conflict('The project still has team members: remove them first.');
    return (await this.db.remove(Project, { ProjectID }))!;
  }

  jobTypes(): Promise<JobType[]> {
    return this.db.all(sql`SELECT ${columns(JobType, 'j')} FROM job_types j ORDER BY j.job_type_name, j.job_type_id`);
  }
}

function orderErrors({ StartDate, EndDate }: Bound<Project>): FieldError[] {
  if (!StartDate || !EndDate || StartDate <= EndDate) return [];
  return [fieldError('GreaterThanOrEqual', 'EndDate', 'must not be before StartDate')];
}

function unknown(id: number): NotFound {
  return new NotFound(`There is no project ${id}.`);
}
