import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { columns } from '../../../database/schema/columns.js';
import { RecordSet, type Added } from '../../../sets/record-set.js';
import { GanttTreeService } from './gantt-tree.service.js';
import { GanttLink } from './gantt.entity.js';
import { GanttLinksService } from './gantt-links.service.js';

/** Imports links with the rules of single ones. */
@Injectable()
export class GanttLinksRecordSet extends RecordSet {
  readonly name = 'gantt-links';
  readonly record = GanttLink;
  readonly key = ['id'];
  readonly rows = sql`SELECT ${columns(GanttLink, 'l')} FROM gantt_links l ORDER BY l.id`;

  constructor(
    private readonly db: Db,
    private readonly tree: GanttTreeService,
    private readonly links: GanttLinksService,
  ) {
    super();
  }

  override async save(links: readonly Partial<GanttLink>[]): Promise<Upserted> {
    await this.tree.lockTree();
    const done = await this.db.upsertAll(GanttLink, links, { audited: true });
    await this.links.mustAllFit(links.map(({ id }) => id!));
    return done;
  }

  override async add(links: readonly Partial<GanttLink>[]): Promise<Added> {
    await this.tree.lockTree();
    const records = await this.db.insertAll(GanttLink, links);
    await this.links.mustAllFit(records.map(({ id }) => id));
    return { inserted: records.length, records };
  }
}
