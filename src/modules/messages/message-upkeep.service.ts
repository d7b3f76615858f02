import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import { MessageRecords } from './message-records.service.js';
import { Outbox } from './outbox.service.js';

/** Writes the messages that no call writes, and deletes old ones. */
@Injectable()
export class MessageUpkeep {
  constructor(
    private readonly db: Db,
    private readonly records: MessageRecords,
    private readonly outbox: Outbox,
    private readonly config: Config,
    private readonly time: SystemClock,
  ) {}

  /** One reminder for each start of an appointment. */
  @Job({ name: 'appointment reminders', every: 600_000 })
  async remind(): Promise<void> {
    for (const { AppointmentId, StartDate } of await this.records.tomorrow()) {
      const once = `tomorrow ${AppointmentId} ${StartDate}`;
      await this.db.tx(() => this.outbox.about('AppointmentTomorrow', AppointmentId, once));
    }
  }

  @Job({ name: 'message pruning', every: 3_600_000 })
  async prune(): Promise<void> {
    await this.db.removeOlder('messages', 'CreatedAt', this.time.at(-this.config.retainMessages));
    await this.db.removeOlder('password_links', 'ExpiresAt', this.time.at());
  }
}
