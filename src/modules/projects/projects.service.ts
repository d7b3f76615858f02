import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { orderErrors } from '../../context/range.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { Conflict, refuse } from '../../errors/errors.js';
import { unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { JobType } from './gantt/gantt.entity.js';
import { Project } from './project.entity.js';

@Injectable()
export class ProjectsService {
  constructor(
    private readonly db: Db,
    @InjectRows(Project) readonly rows: TableRows<Project>,
  ) {}

  /** Adds a project and returns it with its id. Throws Invalid. */
  async add(sent: Bound<Project>): Promise<Project> {
    refuse(unfitAsNew(Project, sent));
    refuse(orderErrors(sent.StartDate, sent.EndDate));
    return this.db.insert(Project, sent);
  }

  /** Changes the sent fields. Throws NotFound or Invalid. */
  async change({ ProjectID, ...changes }: BoundWith<Project, 'ProjectID'>): Promise<Project> {
    const changed = await this.rows.change(ProjectID, changes);
    refuse(orderErrors(changed.StartDate, changed.EndDate));
    return changed;
  }

  /** Removes a project. Throws NotFound, or Conflict while it has team members. */
  async remove(id: number): Promise<Project> {
    await this.rows.lock(id);
    if (await this.db.exists(sql`project_team_members WHERE ProjectID = ${id}`))
      throw new Conflict('The project still has team members: remove them first.');
    return this.rows.remove(id);
  }

  jobTypes(): Promise<JobType[]> {
    return this.db.all(sql`SELECT ${columns(JobType, 'j')} FROM job_types j ORDER BY j.job_type_nameKey,
      j.job_type_id`);
  }
}
