import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { OutboxService } from '../messages/outbox.service.js';
import { QueueService } from './queue/queue.service.js';

/** The fields of a visit that its messages depend on. */
interface Visit {
  Id: Guid;
  LocationId: Guid;
  LineId: Guid;
  Status: number;
}

const waiting = 0;
const called = 1;
const serving = 2;

@Injectable()
export class VisitMessagesService {
  constructor(
    private readonly db: Db,
    private readonly outbox: OutboxService,
    private readonly queue: QueueService,
  ) {}

  /**
   * Writes the messages that a change of a visit causes. Call it after the write of the visit, in the same transaction.
   * `before` is undefined for a new visit.
   */
  async changed(before: Visit | undefined, after: Visit): Promise<void> {
    if (!before && after.Status === waiting) await this.outbox.about('VisitCheckedIn', after.Id);
    if (before?.Status !== called && after.Status === called) await this.outbox.about('VisitCalled', after.Id);
    if (before && isOn(before, before.LineId) && !isOn(after, before.LineId)) await this.movedUp(before);
  }

  /** Writes one message for each visit that has become one of the next two in the line. */
  private async movedUp(line: Pick<Visit, 'LineId' | 'LocationId'>): Promise<void> {
    for (const id of await this.reminded(await this.queue.nextOn(line)))
      await this.outbox.about('VisitNext', id, `next ${id} ${line.LineId}`);
  }

  /** Of these visits, returns the Ids of those with SendReminders, in the same order. */
  private async reminded(visitIds: readonly Guid[]): Promise<Guid[]> {
    if (visitIds.length === 0) return [];
    const reminded = await this.db.all<{ Id: Guid }>(sql`SELECT v.Id AS Id FROM checkins v
      WHERE v.Id IN (${join(visitIds)}) AND v.SendReminders = 1`);
    return visitIds.filter((id) => reminded.some(({ Id }) => Id === id));
  }
}

function isOn({ LineId, Status }: Visit, lineId: Guid): boolean {
  return LineId === lineId && Status <= serving;
}
