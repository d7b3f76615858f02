import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Config } from '../config/config.js';
import { SystemClock } from '../context/system-clock.js';
import { Db } from '../database/db.js';
import { RequestLog } from '../http/server/request-log.js';
import { attemptsKeptFor } from './throttle/throttle.rules.js';

const interval = 3_600_000;
/** A session that is over can be seen in the database for a day. */
const keptFor = 24 * 3_600_000;

/** Removes hourly, on every instance, what signing in left behind and nothing asks for any more. */
@Injectable()
export class Pruning implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
    private readonly config: Config,
    private readonly log: RequestLog,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.prune().catch((error: unknown) => this.log.logger.warn({ err: error }, 'pruning failed'));
    }, interval).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Sessions that are over, with their tokens; refresh tokens older than a session may rest; attempts that
   * decide nothing; sign-ins with the provider that nobody finished.
   */
  async prune(): Promise<void> {
    const over = this.time.at(-keptFor);
    await this.db.tx(async () => {
      await this.db.execute(sql`DELETE FROM sessions WHERE ExpiresAt < ${over} OR EndedAt < ${over}`);
      await this.db.execute(
        sql`DELETE FROM refresh_tokens WHERE IssuedAt < ${this.time.at(-this.config.sessionIdle - keptFor)}`,
      );
      await this.db.execute(sql`DELETE FROM sign_in_attempts WHERE AttemptedAt < ${this.time.at(-attemptsKeptFor)}`);
      await this.db.execute(sql`DELETE FROM openid_sign_ins WHERE ExpiresAt < ${this.time.at()}`);
    });
  }
}
