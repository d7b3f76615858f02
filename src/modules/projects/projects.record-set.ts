import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { orderErrors } from '../../context/range.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { refuse } from '../../errors/errors.js';
import { CheckedSet } from '../../sets/table-set.js';
import { Project } from './project.entity.js';

/** Imports projects. Like a PUT, an import rejects a project that ends before it starts. */
@Injectable()
export class ProjectsRecordSet extends CheckedSet<Project> {
  constructor(db: Db) {
    super(db, 'projects', Project);
  }

  protected async check(projects: readonly Partial<Project>[]): Promise<void> {
    const stored = await this.db.all<Project>(sql`SELECT ${columns(Project, 'p')} FROM projects p
      WHERE p.ProjectID IN (${join(projects.map(({ ProjectID }) => ProjectID))})`);
    refuse(stored.flatMap(({ StartDate, EndDate }) => orderErrors(StartDate, EndDate)));
  }
}
