import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { inCircles } from './circles.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import { GanttTask } from './gantt.entity.js';

export const belowItself = 'must not be the task itself or a task below it';

/** The parent of a task (0 at the top) and its position among the siblings. */
export interface Place {
  readonly parent: number;
  readonly position: number;
}

/**
 * Sibling positions run from 0 without gaps, and no task is below itself. Every change takes the tree's lock before it
 * reads, so that the rows do not change until it writes.
 */
@Injectable()
export class GanttTreeService {
  constructor(private readonly db: Db) {}

  /** Waits for running changes of the tree, and blocks others until the transaction ends. */
  async lockTree(): Promise<void> {
    const turns = await this.db.execute(sql`UPDATE gantt_turns SET Turns = Turns + 1 WHERE Id = 1`);
    if (turns !== 1) throw new Error('gantt_turns has lost its row: changes of the tree cannot be serialised.');
  }

  /**
   * Shifts siblings to insert a new task, and returns the free position. A `position` that is undefined or beyond the
   * end means last.
   */
  async openGap(parent: number, position = Infinity): Promise<number> {
    const free = Math.min(position, await this.countOthers(parent));
    await this.renumber({ parent, position: free }, 1);
    return free;
  }

  async closeGap(place: Place): Promise<void> {
    await this.renumber(place, -1);
  }

  /**
   * Moves a task to another place. `position` counts the siblings without this task; a position that is undefined or
   * beyond the end means last.
   */
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

  /** The ids of the links from or to a task, and from or to any task below it. */
  linksBelow(id: number): Promise<{ id: number }[]> {
    return this.db.all(sql`${below(id)} SELECT l.id AS id FROM gantt_links l
      WHERE l.source IN (SELECT id FROM below) OR l.target IN (SELECT id FROM below) ORDER BY l.id`);
  }

  /** Throws Invalid if one of these stored tasks is below itself. Call while the transaction holds the lock. */
  async refuseCircles(ids: readonly number[]): Promise<void> {
    const tasks = await this.db.all<Pick<GanttTask, 'id' | 'parent'>>(sql`WITH RECURSIVE above (id) AS (
        SELECT t.id FROM gantt_tasks t WHERE t.id IN (${join([...ids])})
        UNION SELECT t.parent FROM gantt_tasks t JOIN above a ON t.id = a.id WHERE t.parent <> 0
      ) SELECT t.id AS id, t.parent AS parent FROM gantt_tasks t
        WHERE t.parent <> 0 AND t.id IN (SELECT id FROM above)`);
    const circles = inCircles(tasks.map(({ id, parent }) => ({ from: id, to: parent })));
    if (circles.some((id) => ids.includes(id))) throw new Invalid([fieldError('Invalid', 'parent', belowItself)]);
  }

  /** Throws Invalid if a task has a parent that does not exist. */
  async refuseOrphans(): Promise<void> {
    const orphan = await this.db.one<{ id: number }>(sql`SELECT t.id AS id FROM gantt_tasks t
      WHERE t.parent <> 0 AND NOT EXISTS (SELECT 1 FROM gantt_tasks p WHERE p.id = t.parent) ORDER BY t.id LIMIT 1`);
    if (orphan) throw new Invalid([fieldError('Unknown', 'parent', `of task ${orphan.id} must be the id of a task`)]);
  }

  /** Numbers the tasks under each parent from 0 without gaps, in the order of their positions and ids. */
  async closeGaps(): Promise<void> {
    const tasks = await this.db.all<Place & { id: number }>(sql`SELECT t.id AS id, t.parent AS parent,
      t.position AS position FROM gantt_tasks t ORDER BY t.parent, t.position, t.id`);
    const next = new Map<number, number>();
    for (const { id, parent, position } of tasks) {
      const free = next.get(parent) ?? 0;
      next.set(parent, free + 1);
      if (position !== free) await this.db.update(GanttTask, { id }, { position: free });
    }
  }

  private async countOthers(parent: number, id = 0): Promise<number> {
    const counted = await this.db.one<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM gantt_tasks t WHERE t.parent = ${parent} AND t.id <> ${id}`,
    );
    return counted?.Total ?? 0;
  }

  /** Adds `by` to the positions of the tasks at and after a place, except the task `id`. */
  private async renumber({ parent, position }: Place, by: 1 | -1, id = 0): Promise<void> {
    await this.db.execute(sql`UPDATE gantt_tasks SET position = position + ${by}
      WHERE parent = ${parent} AND position >= ${position} AND id <> ${id}`);
  }
}

/** UNION drops duplicates, so that the recursion ends even if tasks form a circle. */
function below(id: number): Sql {
  return sql`WITH RECURSIVE below (id) AS (SELECT t.id FROM gantt_tasks t WHERE t.id = ${id}
    UNION SELECT c.id FROM gantt_tasks c JOIN below p ON c.parent = p.id)`;
}

/** Parses an id, which is text on the wire. Returns undefined for a text that no stored id can have. */
export function readId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
}
