import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { inCircles } from '../../../database/inspection/circles.js';
import { QueriedRule, StoredRule } from '../../../database/inspection/stored-rule.js';
import { GanttTreeService } from './gantt-tree.service.js';
import { GanttLink } from './gantt.entity.js';

/** The rule that no task is below itself in the tree. */
@Injectable()
export class TaskCircles extends StoredRule {
  readonly name = 'gantt-tasks';
  readonly broken = 'Tasks below themselves, because their parents form a circle';
  readonly key = 'id';
  override readonly todo = 'Move one of these tasks to the top: PUT /v1/webix/gantt/tasks/<id> {"parent":"0"}.';

  async violations(most: number): Promise<number[]> {
    const tasks = await this.db.all<{ id: number; parent: number }>(
      sql`SELECT t.id AS id, t.parent AS parent FROM gantt_tasks t WHERE t.parent <> 0`,
    );
    return inCircles(tasks.map(({ id, parent }) => ({ from: id, to: parent }))).slice(0, most);
  }
}

/** The rule that a link connects two different tasks, and that two tasks have at most one link of each type. */
@Injectable()
export class DoubledLinks extends QueriedRule {
  readonly name = 'gantt-links';
  readonly broken = 'Links that repeat another link, or lead from a task to itself';
  readonly key = 'id';
  protected readonly query = sql`SELECT l.id AS id FROM gantt_links l
    WHERE l.source = l.target OR EXISTS (SELECT 1 FROM gantt_links o
      WHERE o.source = l.source AND o.target = l.target AND o.type = l.type AND o.id < l.id)`;

  constructor(
    db: Db,
    private readonly tree: GanttTreeService,
  ) {
    super(db);
  }

  /** Removes the links that `query` found: links from a task to itself, and links equal to one with a lower id. */
  override async mend(ids: readonly number[]): Promise<number> {
    await this.tree.lockTree();
    const keys = ids.map((id) => ({ id }));
    return (await this.db.removeAll(GanttLink, keys)).length;
  }
}

/** The rule that no chain of links leads from a task back to the same task. */
@Injectable()
export class LinkCircles extends StoredRule {
  readonly name = 'gantt-link-circles';
  readonly broken = 'Tasks whose links lead back to them';
  readonly key = 'id';
  override readonly todo = 'Remove one link of each circle: DELETE /v1/webix/gantt/links/<id>.';

  async violations(most: number): Promise<number[]> {
    const links = await this.db.all<{ source: number; target: number }>(
      sql`SELECT l.source AS source, l.target AS target FROM gantt_links l WHERE l.source <> l.target`,
    );
    return inCircles(links.map(({ source, target }) => ({ from: source, to: target }))).slice(0, most);
  }
}
