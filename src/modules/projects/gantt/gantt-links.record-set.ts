import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import type { Added } from '../../../sets/record-set.js';
import { CheckedSet } from '../../../sets/table-set.js';
import { GanttTreeService } from './gantt-tree.service.js';
import { GanttLink } from './gantt.entity.js';
import { GanttLinksService } from './gantt-links.service.js';

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

  override async save(links: readonly Partial<GanttLink>[]): Promise<Upserted> {
    await this.tree.lockTree();
    return super.save(links);
  }

  override async add(links: readonly Partial<GanttLink>[]): Promise<Added> {
    await this.tree.lockTree();
    return super.add(links);
  }

  protected check(links: readonly Partial<GanttLink>[]): Promise<void> {
    return this.links.mustAllFit(links.map(({ id }) => id!));
  }
}
