import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { inCircles } from './circles.js';
import { Conflict, NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { noOptions, type ListResult } from '../../../record/lists/list-options.js';
import { readId, GanttTreeService } from './gantt-tree.service.js';
import { GanttLink } from './gantt.entity.js';
import { WebixGanttLink } from './gantt.records.js';

type SentLink = Bound<WebixGanttLink>;
type Ends = Pick<GanttLink, 'source' | 'target'>;

const toItself = 'A link needs two different tasks.';
const repeated = 'These two tasks have the same link already.';
const circular = 'The link would close a circle of tasks.';

/**
 * Reads and changes the links. Adding and changing a link take the lock of the tree of tasks, so that no other request
 * removes a task of the link, or adds or changes a link, at the same time.
 */
@Injectable()
export class GanttLinksService {
  constructor(
    private readonly db: Db,
    private readonly tree: GanttTreeService,
  ) {}

  list(): ListResult<WebixGanttLink> {
    const columns = {
      id: sql`CONCAT(l.id, '')`,
      source: sql`CONCAT(l.source, '')`,
      target: sql`CONCAT(l.target, '')`,
      type: sql`l.type`,
    };
    const id = [sql`l.id`];
    return this.db.list(WebixGanttLink, { columns, from: sql`gantt_links l`, order: id, key: id }, noOptions);
  }

  /** Locks the link for a change and returns it. Throws NotFound. */
  async locked(id: string): Promise<WebixGanttLink> {
    return onWire(await this.lock(id));
  }

  /** Adds a link. Ignores the sent id, which is a temporary id of the client. Throws Invalid or Conflict. */
  async create(sent: SentLink): Promise<WebixGanttLink> {
    await this.tree.lockTree();
    const link = { ...(await this.ends(sent)), type: sent.type ?? 0 };
    await this.mustFit(link);
    return onWire(await this.db.insert(GanttLink, link));
  }

  /** Changes a link. Throws NotFound, Invalid, or Conflict. */
  async change(id: string, sent: SentLink): Promise<WebixGanttLink> {
    const link = await this.lock(id);
    const changed = { ...(await this.ends(sent, link)), type: sent.type ?? link.type };
    await this.mustFit(changed, link.id);
    return onWire((await this.db.update(GanttLink, { id: link.id }, changed))!);
  }

  private async lock(id: string): Promise<GanttLink> {
    await this.tree.lockTree();
    const link = await this.db.lockRow(GanttLink, { id: readId(id) ?? 0 });
    if (!link) throw unknownLink();
    return link;
  }

  /** Removes a link and returns it. Throws NotFound. */
  async remove(id: string): Promise<WebixGanttLink> {
    const link = await this.db.remove(GanttLink, { id: readId(id) ?? 0 });
    if (!link) throw unknownLink();
    return onWire(link);
  }

  /**
   * Throws Conflict for a link from a task to itself, a second link of the same type between two tasks, and a link that
   * closes a circle. `id` is the id of the changed link, or 0 for a new link.
   */
  private async mustFit({ source, target, type }: Omit<GanttLink, 'id'>, id = 0): Promise<void> {
    if (source === target) throw new Conflict(toItself);
    const same = sql`gantt_links WHERE source = ${source} AND target = ${target} AND type = ${type} AND id <> ${id}`;
    if (await this.db.exists(same)) throw new Conflict(repeated);
    const circle = await this.db.one(sql`WITH RECURSIVE reached AS (
        SELECT l.target AS task FROM gantt_links l WHERE l.source = ${target} AND l.id <> ${id}
        UNION SELECT l.target FROM gantt_links l JOIN reached r ON l.source = r.task WHERE l.id <> ${id}
      ) SELECT 1 AS One FROM reached WHERE task = ${source}`);
    if (circle) throw new Conflict(circular);
  }

  /** Checks the stored links `ids` as `mustFit` does, in a constant number of queries. Call it after `lockTree`. */
  async mustAllFit(ids: readonly number[]): Promise<void> {
    const written = sql`l.id IN (${join([...ids])})`;
    const self = await this.db.one(sql`SELECT 1 AS One FROM gantt_links l WHERE ${written} AND l.source = l.target`);
    if (self) throw new Conflict(toItself);
    const same = await this.db.one(sql`SELECT 1 AS One FROM gantt_links l JOIN gantt_links o
      ON o.source = l.source AND o.target = l.target AND o.type = l.type AND o.id <> l.id WHERE ${written}`);
    if (same) throw new Conflict(repeated);
    const further = await this.db.all<GanttLink>(sql`WITH RECURSIVE reached (task) AS (
        SELECT l.target FROM gantt_links l WHERE ${written}
        UNION SELECT l.target FROM gantt_links l JOIN reached r ON l.source = r.task
      ) SELECT l.id AS id, l.source AS source, l.target AS target FROM gantt_links l
        WHERE ${written} OR l.source IN (SELECT task FROM reached)`);
    const circles = new Set(inCircles(further.map(({ source, target }) => ({ from: source, to: target }))));
    const isWritten = new Set(ids);
    if (further.some(({ id, source, target }) => isWritten.has(id) && circles.has(source) && circles.has(target)))
      throw new Conflict(circular);
  }

  /** The ends of a link: each as sent, or else as in `before`. Throws Invalid for a sent end that is not a task. */
  private async ends(sent: SentLink, before?: Ends): Promise<Ends> {
    if (!before) refuse(missing(WebixGanttLink, sent));
    const errors: FieldError[] = [];
    const source = await this.end('source', sent.source, before, errors);
    const target = await this.end('target', sent.target, before, errors);
    refuse(errors);
    return { source, target };
  }

  private async end(
    name: keyof Ends,
    text: string | undefined,
    before: Ends | undefined,
    errors: FieldError[],
  ): Promise<number> {
    if (text === undefined) return before![name];
    const id = readId(text) ?? 0;
    if (!(await this.db.exists(sql`gantt_tasks WHERE id = ${id}`)))
      errors.push(fieldError('Unknown', name, 'must be the id of a task'));
    return id;
  }
}

function onWire({ id, source, target, type }: GanttLink): WebixGanttLink {
  return { id: String(id), source: String(source), target: String(target), type };
}

function unknownLink(): NotFound {
  return new NotFound('There is no link with this id.');
}
