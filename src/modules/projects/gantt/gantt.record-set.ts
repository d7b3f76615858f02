import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { columns } from '../../../database/schema/columns.js';
import { Conflict, refuse } from '../../../errors/errors.js';
import type { FieldError } from '../../../record/field-error.js';
import type { Added } from '../../../sets/record-set.js';
import { CheckedSet, TableSet } from '../../../sets/table-set.js';
import { actualNames, firstDays, plannedNames, reschedule, type Schedule } from './gantt-schedule.js';
import { GanttLink, GanttTask } from './gantt.entity.js';
import { GanttLinksService } from './gantt-links.service.js';
import { GanttTreeService } from './gantt-tree.service.js';

type ImportedTask = Partial<GanttTask>;

@Injectable()
export class GanttTasksRecordSet extends TableSet<GanttTask> {
  override readonly needsWholeFile = true;

  constructor(
    db: Db,
    private readonly tree: GanttTreeService,
  ) {
    super(db, 'gantt-tasks', GanttTask);
  }

  /**
   * Derives missing dates and days from the others, as a request does. A new task without a position comes last. Throws
   * Invalid.
   */
  override async save(tasks: readonly ImportedTask[]): Promise<Upserted> {
    await this.tree.lockTree();
    const stored = await this.db.all<GanttTask>(sql`SELECT ${columns(GanttTask, 't')} FROM gantt_tasks t
      WHERE t.id IN (${join(tasks.map(({ id }) => id))})`);
    const done = await super.save(await this.complete(tasks, stored));
    await this.tree.refuseCircles(tasks.map(({ id }) => id!));
    return done;
  }

  override async add(tasks: readonly ImportedTask[]): Promise<Added> {
    await this.tree.lockTree();
    return this.insert(await this.complete(tasks, []));
  }

  /** Removes tasks that an import has added. Throws Conflict for a task with tasks below it. */
  override async removeAdded(keys: readonly ImportedTask[]): Promise<void> {
    await this.tree.lockTree();
    for (const { id } of keys)
      if (await this.db.exists(sql`gantt_tasks WHERE parent = ${id}`)) throw new Conflict('has tasks below it.');
    await this.db.removeAll(GanttTask, keys);
  }

  override async finish(): Promise<void> {
    await this.tree.lockTree();
    await this.tree.refuseOrphans();
    await this.tree.closeGaps();
  }

  private async complete(tasks: readonly ImportedTask[], stored: readonly GanttTask[]): Promise<ImportedTask[]> {
    const byId = new Map(stored.map((task) => [task.id, task]));
    const last = await this.lastPositions(tasks);
    return tasks.map((task) => {
      const before = byId.get(task.id!);
      const parent = task.parent ?? 0;
      const position = task.position ?? (before ? undefined : (last.get(parent) ?? -1) + 1);
      if (position !== undefined) last.set(parent, Math.max(position, last.get(parent) ?? -1));
      return { ...task, position, ...scheduled(task, before) };
    });
  }

  /** For each parent of the imported tasks, the highest stored position under that parent. */
  private async lastPositions(tasks: readonly ImportedTask[]): Promise<Map<number, number>> {
    const parents = [...new Set(tasks.map(({ parent = 0 }) => parent))];
    const rows = await this.db.all<{ Parent: number; Last: number }>(sql`SELECT t.parent AS Parent,
      MAX(t.position) AS Last FROM gantt_tasks t WHERE t.parent IN (${join(parents)}) GROUP BY t.parent`);
    return new Map(rows.map(({ Parent, Last }) => [Parent, Last]));
  }
}

/** The task with derived dates and days. Throws Invalid for bad dates or days. */
function scheduled(task: ImportedTask, before: GanttTask | undefined): ImportedTask {
  const errors: FieldError[] = [];
  const runs: Schedule = before
    ? { start: before.start_date, end: before.end_date, days: before.duration }
    : { start: null, end: null, days: firstDays(task.type) };
  const plans: Schedule = {
    start: before?.planned_start ?? null,
    end: before?.planned_end ?? null,
    days: before?.planned_duration ?? null,
  };
  const actual = reschedule(
    runs,
    { start: textOf(task.start_date), end: textOf(task.end_date), days: task.duration },
    actualNames,
    errors,
  );
  const planned = reschedule(
    plans,
    { start: textOf(task.planned_start), end: textOf(task.planned_end), days: task.planned_duration },
    plannedNames,
    errors,
  );
  refuse(errors);
  return {
    start_date: actual.start ?? undefined,
    end_date: actual.end,
    duration: actual.days ?? 0,
    planned_start: planned.start,
    planned_end: planned.end,
    planned_duration: planned.days,
  };
}

/** A date in the form of a request: '' instead of null. */
function textOf(date: string | null | undefined): string | undefined {
  return date === null ? '' : date;
}

/** Imports links, and checks them as a POST does. */
@Injectable()
export class GanttLinksRecordSet extends CheckedSet<GanttLink> {
  constructor(
    db: Db,
    private readonly tree: GanttTreeService,
    private readonly links: GanttLinksService,
  ) {
    super(db, 'gantt-links', GanttLink);
  }

  protected override lock(): Promise<void> {
    return this.tree.lockTree();
  }

  protected check(links: readonly Partial<GanttLink>[]): Promise<void> {
    return this.links.mustAllFit(links.map(({ id }) => id!));
  }
}
