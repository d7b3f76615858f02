import { Injectable, type OnModuleInit } from '@nestjs/common';
import sql from 'sql-template-tag';
import { currentCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import type { AuditPart, ChangeLog } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import { asSent } from '../../record/values/datetime.js';
import { newGuid } from '../../record/values/guid.js';
import { RecordEventsService } from './record-events.service.js';
import { WebhookDelivery } from './webhook.entity.js';

/** Milliseconds after which this instance reads the webhooks again, because other instances may have added some. */
const refreshEvery = 5000;

/** An active webhook, and the event types that it selects; an empty list selects all. */
interface ActiveWebhook {
  WebhookId: number;
  selected: readonly string[];
}

interface RaisedEvent {
  WebhookId: number;
  type: string;
  record: string;
  id: string;
}

/**
 * Writes a delivery for each event of a transaction and each webhook that selects it, in that transaction. Those of a
 * large transaction are written in the parts in which the audit is written, so that they never fill the memory.
 */
@Injectable()
export class RaisedEventsService implements OnModuleInit {
  /** The events that each open transaction has raised. */
  private readonly raised = new WeakMap<ChangeLog, Set<string>>();
  private webhooks: readonly ActiveWebhook[] = [];
  private knownUntil = 0;

  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
    private readonly events: RecordEventsService,
  ) {}

  onModuleInit(): void {
    this.db.onChanges((part, changes) => this.raise(part, changes));
  }

  /** Makes this instance read the webhooks again after the commit. Call it in the transaction that changes webhooks. */
  forget(): void {
    this.db.afterCommit(() => {
      this.knownUntil = 0;
    });
  }

  async write(events: readonly RaisedEvent[]): Promise<WebhookDelivery[]> {
    const CreatedAt = this.time.at();
    const { operationName = '', requestId = '' } = currentCall() ?? {};
    const rows = events.map(({ WebhookId, type, record, id }): Partial<WebhookDelivery> => {
      const data = { Record: record, Id: id, Operation: operationName, RequestId: requestId };
      const Payload = JSON.stringify({ type, timestamp: asSent(CreatedAt), data });
      const fixed = { State: 'Pending', CreatedAt, NextTryAt: CreatedAt } as const;
      return { ...fixed, WebhookId, EventId: newGuid(), Type: type, Subject: `${record}:${id}`, Payload };
    });
    return this.db.insertAll(WebhookDelivery, rows);
  }

  private async raise(part: AuditPart, changes: ChangeLog): Promise<void> {
    const call = currentCall();
    // Commands and imports raise no events, because they are bulk changes by operators, who know about them.
    if (!call || call.operationName === 'importRecordSet') return;
    const webhooks = await this.active();
    if (webhooks.length === 0) return;
    const raised = this.raised.get(changes) ?? new Set();
    this.raised.set(changes, raised);
    const events: RaisedEvent[] = [];
    for (const change of part.stored()) {
      const { Record: record, Id: id } = change;
      const type = this.events.of(record, change);
      if (type === undefined || raised.has(`${type} ${id}`)) continue;
      raised.add(`${type} ${id}`);
      for (const { WebhookId, selected } of webhooks)
        if (selected.length === 0 || selected.includes(type)) events.push({ WebhookId, type, record, id });
    }
    if (events.length > 0) await this.write(events);
  }

  private async active(): Promise<readonly ActiveWebhook[]> {
    const now = this.time.now();
    if (now >= this.knownUntil) {
      const active = await this.db.all<{ WebhookId: number; Events: string }>(sql`SELECT w.WebhookId AS WebhookId,
        w.Events AS Events FROM webhooks w WHERE w.Active = 1 ORDER BY w.WebhookId`);
      this.webhooks = active.map(({ WebhookId, Events }) => ({
        WebhookId,
        selected: JSON.parse(Events || '[]') as string[],
      }));
      this.knownUntil = now + refreshEvery;
    }
    return this.webhooks;
  }
}
