import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { SystemClock } from '../context/system-clock.js';
import { DatabaseUpkeep } from '../database/database-upkeep.js';
import { Db } from '../database/db.js';
import { Job } from '../jobs/job.decorator.js';

/** Milliseconds that a session stays in the database after its end. */
const keptSession = 24 * 3_600_000;
/** Milliseconds that a sign-in attempt is kept, because the throttle reads the attempts of the last 30 days. */
const keptAttempt = 31 * 24 * 3_600_000;
/** Milliseconds that a refresh token is kept beyond the idle timeout of its session. */
const margin = 24 * 3_600_000;

/** Removes ended sessions, old refresh tokens and old sign-in attempts. */
@Injectable()
export class PruningService {
  constructor(
    private readonly db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly time: SystemClock,
    private readonly config: Config,
  ) {}

  @Job({ name: 'sign-in pruning', every: 3_600_000 })
  async prune(): Promise<void> {
    const over = this.time.at(-keptSession);
    await this.upkeep.removeOlder('sessions', 'ExpiresAt', over);
    await this.upkeep.removeOlder('sessions', 'EndedAt', over);
    await this.upkeep.removeOlder('refresh_tokens', 'IssuedAt', this.time.at(-this.config.sessionIdle - margin));
    await this.upkeep.removeOlder('sign_in_attempts', 'AttemptedAt', this.time.at(-keptAttempt));
  }
}
