import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { GanttTask } from './gantt-task.entity.js';

/** Where a task stands; parent 0: at the top. */
export interface Place {
  readonly parent: number;
  readonly position: number;
}

/**
 * The tree of tasks: positions are dense from 0 among siblings, and no task is below itself. Every change of the tree
 * takes its turn first and reads afterwards, so that what it has read is still so when it writes.
 */
@Injectable()
export class GanttTreeService {
  constructor(private readonly db: Db) {}

  /** Waits for the changes of the tree that run; holds the others off until the transaction ends. */
  async lockTree(): Promise<void> {
    const turns = await this.db.execute(sql`UPDATE gantt_turns SET Turns = Turns + 1 WHERE Id = 1`);
    if (turns !== 1) throw new Error('gantt_turns has lost its row: changes of the tree cannot be serialised.');
  }

  /** Makes room for a new task among the children of a parent; position undefined or beyond the end: last. */
  async openGap(parent: number, position = Infinity): Promise<number> {
    const free = Math.min(position, await this.countOthers(parent));
    await this.renumber({ parent, position: free }, 1);
    return free;
  }

  async closeGap(place: Place): Promise<void> {
    await this.renumber(place, -1);
  }

  /** Moves a task to the place that it is to have in the end; position undefined or beyond the end: last. */
  async move(
    id: number,
    from: Place,
    { parent, position = Infinity }: { parent: number; position?: number },
  ): Promise<void> {
    const to = { parent, position: Math.min(position, await this.countOthers(parent, id)) };
    if (to.parent === from.parent && to.position === from.position) return;
    await this.renumber(from, -1, id);
    await this.renumber(to, 1, id);
    await this.db.update(GanttTask, { id }, to);
  }

  /** The ids of a task and of all tasks below it. */
  subtree(id: number): Promise<{ id: number }[]> {
    return this.db.all(sql`${below(id)} SELECT b.id AS id FROM below b ORDER BY b.id`);
  }

  /** The ids of the links that a task or one below it has. */
  linksBelow(id: number): Promise<{ id: number }[]> {
    return this.db.all(sql`${below(id)} SELECT l.id AS id FROM gantt_links l
      WHERE l.source IN (SELECT id FROM below) OR l.target IN (SELECT id FROM below) ORDER BY l.id`);
  }

  private async countOthers(parent: number, id = 0): Promise<number> {
    const counted = await this.db.one<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM gantt_tasks t WHERE t.parent = ${parent} AND t.id <> ${id}`,
    );
    return counted?.Total ?? 0;
  }

  /** Shifts the tasks from a place on, all but the one that moves. */
  private async renumber({ parent, position }: Place, by: 1 | -1, id = 0): Promise<void> {
    await this.db.execute(sql`UPDATE gantt_tasks SET position = position + ${by}
      WHERE parent = ${parent} AND position >= ${position} AND id <> ${id}`);
  }
}

/** UNION leaves out what it has already: a ring among imported tasks ends too. */
function below(id: number): Sql {
  return sql`WITH RECURSIVE below (id) AS (SELECT t.id FROM gantt_tasks t WHERE t.id = ${id}
    UNION SELECT c.id FROM gantt_tasks c JOIN below p ON c.parent = p.id)`;
}
