import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { columns, columnsOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/lists/list-query.js';
import { NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { noOptions, type ListResult } from '../../../record/lists/list-options.js';
import { changedFields } from '../changed-fields.js';
import { belowItself, readId, GanttTreeService, type Place } from './gantt-tree.service.js';
import { GanttLink, GanttTask } from './gantt.entity.js';
import { actualNames, changeSchedule, firstDays, plannedNames, reschedule, type Schedule } from './gantt-schedule.js';
import { WebixGanttMove, WebixGanttTask } from './gantt.records.js';

const date = (column: Sql): Sql => sql`REPLACE(SUBSTR(${column}, 1, 19), 'T', ' ')`;

const tasks: ListStatement<WebixGanttTask> = {
  columns: {
    ...columnsOf(WebixGanttTask, 't'),
    id: sql`CONCAT(t.id, '')`,
    start_date: date(sql`t.start_date`),
    planned_start: date(sql`t.planned_start`),
    end_date: date(sql`t.end_date`),
    planned_end: date(sql`t.planned_end`),
    parent: sql`CONCAT(t.parent, '')`,
    opened: sql`t.open`,
    job_type_name: sql`COALESCE(j.job_type_name, '')`,
    created_by_id: sql`COALESCE(t.created_by_id, '')`,
  },
  from: sql`gantt_tasks t`,
  joins: { j: sql`LEFT JOIN job_types j ON j.job_type_id = t.job_type_id` },
  order: [sql`t.parent`, sql`t.position`, sql`t.id`],
  key: [sql`t.id`],
};
const unplanned: Schedule = { start: null, end: null, days: null };

type SentTask = Bound<WebixGanttTask>;

/** Reads and changes the tasks of the Gantt chart; GanttTreeService maintains their positions. */
@Injectable()
export class GanttService {
  constructor(
    private readonly db: Db,
    private readonly tree: GanttTreeService,
    private readonly clock: BusinessClock,
  ) {}

  list(): ListResult<WebixGanttTask> {
    return this.db.list(WebixGanttTask, tasks, noOptions);
  }

  /** Locks the task for a change and returns it. Throws NotFound. */
  async locked(id: string): Promise<WebixGanttTask> {
    await this.tree.lockTree();
    return this.read((await this.lock(id)).id);
  }

  /** Adds a task of the caller. Ignores the sent id, which is a temporary id of the client. Throws Invalid. */
  async create(sent: SentTask, caller: Principal): Promise<WebixGanttTask> {
    await this.tree.lockTree();
    const errors: FieldError[] = [];
    const content = await this.content(sent, errors);
    const parent = await this.readParent(sent.parent ?? '', errors);
    refuse(errors);
    const position = await this.tree.openGap(parent, sent.position);
    const { id } = await this.db.insert(GanttTask, { ...content, parent, position, created_by_id: caller.UserId });
    return this.read(id);
  }

  /** Changes a task; another parent or position moves it. Throws NotFound or Invalid. */
  async change(id: string, sent: SentTask): Promise<WebixGanttTask> {
    const moves = sent.parent !== undefined || sent.position !== undefined;
    if (moves) await this.tree.lockTree();
    const task = await this.lock(id);
    const errors: FieldError[] = [];
    const content = await this.content(sent, errors, task);
    const stays = sent.parent === undefined || sent.parent === String(task.parent);
    const parent = stays ? task.parent : await this.readParent(sent.parent, errors, task.id);
    refuse(errors);
    await this.db.update(GanttTask, { id: task.id }, content);
    const place = parent === task.parent ? task.position : undefined;
    if (moves) await this.tree.move(task.id, task, { parent, position: sent.position ?? place });
    return this.read(task.id);
  }

  /** Moves a task to the place that `sent.mode` describes. Throws NotFound or Invalid. */
  async place(id: string, sent: Bound<WebixGanttMove>): Promise<WebixGanttTask> {
    await this.tree.lockTree();
    const task = await this.lock(id);
    refuse(missing(WebixGanttMove, sent));
    const errors: FieldError[] = [];
    const beside = sent.mode === 'before' || sent.mode === 'after';
    const to = beside ? await this.besideTarget(task, sent, errors) : await this.underParent(task, sent, errors);
    refuse(errors);
    await this.tree.move(task.id, task, to);
    return this.read(task.id);
  }

  /** Removes a task, all tasks below it and the links of these tasks. Returns the task. Throws NotFound. */
  async remove(id: string): Promise<WebixGanttTask> {
    await this.tree.lockTree();
    const task = await this.lock(id);
    const removed = await this.read(task.id);
    await this.db.removeAll(GanttLink, await this.tree.linksBelow(task.id));
    await this.db.removeAll(GanttTask, await this.tree.subtree(task.id));
    await this.tree.closeGap(task);
    return removed;
  }

  private async besideTarget(
    task: GanttTask,
    { mode, target = '', parent }: Bound<WebixGanttMove>,
    errors: FieldError[],
  ): Promise<Place> {
    const wanted = readId(target);
    const found = wanted === undefined ? undefined : await this.db.one<GanttTask>(stored(wanted));
    if (!found) errors.push(fieldError(target === '' ? 'NotEmpty' : 'Unknown', 'target', 'must be the id of a task'));
    else if (found.id === task.id) errors.push(fieldError('Invalid', 'target', 'must be another task'));
    else await this.readParent(String(found.parent), errors, task.id, 'target');
    if (!found || errors.length > 0) return task;
    if (parent && parent !== String(found.parent))
      errors.push(fieldError('Mismatch', 'parent', "must be the target's parent, or absent"));
    const gone = found.parent === task.parent && task.position < found.position ? 1 : 0;
    return { parent: found.parent, position: found.position - gone + (mode === 'after' ? 1 : 0) };
  }

  private async underParent(task: GanttTask, { mode, parent }: Bound<WebixGanttMove>, errors: FieldError[]) {
    const under = parent ? await this.readParent(parent, errors, task.id) : task.parent;
    return { parent: under, position: mode === 'first' ? 0 : undefined };
  }

  /** The columns to write, except parent and position. `stored` is the task before the change; undefined if new. */
  private async content(sent: SentTask, errors: FieldError[], stored?: GanttTask): Promise<Partial<GanttTask>> {
    const { type, text, progress, details, job_type_id } = sent;
    const { open, opened } = stored ? openingAfter(sent, stored) : sent;
    const run = { start: sent.start_date, end: sent.end_date, days: sent.duration };
    const plan = { start: sent.planned_start, end: sent.planned_end, days: sent.planned_duration };
    const [runs, plans] = stored
      ? [
          changeSchedule(runOf(stored), run, actualNames, errors),
          changeSchedule(planOf(stored), plan, plannedNames, errors),
        ]
      : [reschedule(this.firstRun(type), run, actualNames, errors), reschedule(unplanned, plan, plannedNames, errors)];
    if (typeof job_type_id === 'number' && !(await this.db.exists(sql`job_types WHERE job_type_id = ${job_type_id}`)))
      errors.push(fieldError('Unknown', 'job_type_id', 'must be the id of a job type'));
    return {
      type,
      text,
      progress,
      details,
      job_type_id,
      open: opened === undefined ? open : opened === 1,
      start_date: runs.start ?? undefined,
      end_date: runs.end,
      duration: runs.days ?? 0,
      planned_start: plans.start,
      planned_end: plans.end,
      planned_duration: plans.days,
    };
  }

  /** The schedule of a new task before the sent dates are applied: it starts today. */
  private firstRun(type: string | undefined): Schedule {
    return { start: `${this.clock.now().slice(0, 10)}T00:00:00.0000000`, end: null, days: firstDays(type) };
  }

  /** The id of a sent parent; '' and '0' mean the top (0). `moving` is the id of the task that gets this parent. */
  private async readParent(text: string, errors: FieldError[], moving?: number, field = 'parent'): Promise<number> {
    if (text === '' || text === '0') return 0;
    const id = readId(text);
    const found = id === undefined ? undefined : await this.db.one<GanttTask>(stored(id));
    if (!found) errors.push(fieldError('Unknown', field, 'must be the id of a task'));
    else if (moving !== undefined && (await this.tree.subtree(moving)).some(({ id }) => id === found.id))
      errors.push(fieldError('Invalid', field, belowItself));
    return found?.id ?? 0;
  }

  private async lock(text: string): Promise<GanttTask> {
    const id = readId(text);
    const found = id === undefined ? undefined : (await this.db.lock<GanttTask>(stored(id))).at(0);
    if (!found) throw new NotFound('There is no task with this id.');
    return found;
  }

  private async read(id: number): Promise<WebixGanttTask> {
    return (await this.db.rowOfList(WebixGanttTask, tasks, sql`t.id = ${id}`))!;
  }
}

function runOf({ start_date, end_date, duration }: GanttTask): Schedule {
  return { start: start_date, end: end_date, days: duration };
}

function planOf({ planned_start, planned_end, planned_duration }: GanttTask): Schedule {
  return { start: planned_start, end: planned_end, days: planned_duration };
}

/** The sent fields `open` and `opened` without those that are unchanged. Both mean the same stored flag. */
function openingAfter({ open, opened }: SentTask, stored: GanttTask): Pick<SentTask, 'open' | 'opened'> {
  return changedFields({ open, opened }, { open: stored.open, opened: Number(stored.open) });
}

function stored(id: number): Sql {
  return sql`SELECT ${columns(GanttTask, 't')} FROM gantt_tasks t WHERE t.id = ${id}`;
}
