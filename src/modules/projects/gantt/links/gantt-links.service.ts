import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../../database/db.js';
import { NotFound, refuse } from '../../../../errors/errors.js';
import { missing, type Bound } from '../../../../record/bind.js';
import { fieldError, type FieldError } from '../../../../record/field-error.js';
import { noOptions, type ListResult } from '../../../../record/lists/list-options.js';
import { readId } from '../gantt-id.js';
import { GanttLink } from './gantt-link.entity.js';
import { GanttTreeService } from '../gantt-tree.service.js';
import { WebixGanttLink } from '../gantt.records.js';

type Sent = Bound<WebixGanttLink>;
type Ends = Pick<GanttLink, 'source' | 'target'>;

/**
 * What ties Gantt tasks to each other. Links take their turn with the changes of the tree: a task that goes takes all
 * of its links along.
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

  /** The new link; the id sent is only the client's. Throws Invalid. */
  async create(sent: Sent): Promise<WebixGanttLink> {
    await this.tree.lockTree();
    return onWire(await this.db.insert(GanttLink, { ...(await this.ends(sent)), type: sent.type }));
  }

  /** The link after the change. Throws NotFound or Invalid. */
  async change(id: string, sent: Sent): Promise<WebixGanttLink> {
    const key = { id: readId(id) ?? 0 };
    await this.tree.lockTree();
    const link = await this.db.lockRow(GanttLink, key);
    if (!link) throw unknownLink();
    return onWire((await this.db.update(GanttLink, key, { ...(await this.ends(sent, link)), type: sent.type }))!);
  }

  /** The link that was removed. Throws NotFound. */
  async remove(id: string): Promise<WebixGanttLink> {
    const link = await this.db.remove(GanttLink, { id: readId(id) ?? 0 });
    if (!link) throw unknownLink();
    return onWire(link);
  }

  /** Both ends of a link, as sent or as they were. Throws Invalid unless they are two tasks. */
  private async ends(sent: Sent, before?: Ends): Promise<Ends> {
    const errors = before ? [] : missing(WebixGanttLink, sent);
    const source = await this.end('source', sent.source, before, errors);
    const target = await this.end('target', sent.target, before, errors);
    if (errors.length === 0 && source === target)
      errors.push(fieldError('Invalid', 'target', 'must be another task than source'));
    refuse(errors);
    return { source, target };
  }

  private async end(
    name: keyof Ends,
    text: string | undefined,
    before: Ends | undefined,
    errors: FieldError[],
  ): Promise<number> {
    // A new link without it has its error already.
    if (text === undefined) return before?.[name] ?? 0;
    const id = readId(text) ?? 0;
    const found = await this.db.one(sql`SELECT 1 AS One FROM gantt_tasks t WHERE t.id = ${id}`);
    if (!found) errors.push(fieldError('Unknown', name, 'is no task'));
    return id;
  }
}

function onWire({ id, source, target, type }: GanttLink): WebixGanttLink {
  return { id: String(id), source: String(source), target: String(target), type };
}

function unknownLink(): NotFound {
  return new NotFound('There is no link with this id.');
}
