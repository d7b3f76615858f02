import type { OnModuleDestroy } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemClock } from '../context/system-clock.js';
import type { Db } from '../database/db.js';

const second = 1000;
/** Number of rows of a lane that are sent at the same time. */
const atOnce = 4;
/** Milliseconds after which a run ends, so that its job reports success even while many rows are due. */
const longestRun = 20 * second;
/** Milliseconds that a stopping instance waits for its runs. */
const longestStop = 2 * second;
/** Milliseconds for which a try keeps its row from other tries, beyond the longest time that the other server takes. */
export const heldBeyond = 15 * second;
const longestWait = 4 * 3600 * second;

/** Milliseconds to wait after failed tries: `first`, then `factor` times as long after each, at most 4 h. */
export function waitAfter(tries: number, { first, factor }: { first: number; factor: number }): number {
  return Math.min(first * factor ** (tries - 1), longestWait);
}

/** The text of an error, as long as a column LastError. */
export function reasonOf(error: unknown): string {
  return [...(error as Error).message].slice(0, 500).join('');
}

/**
 * Sends rows of a table to other servers. Each server has a lane, and no lane waits for another. A try has three steps:
 * a transaction takes the row, the other server gets it outside of any transaction, and another transaction stores the
 * outcome. If the process dies after the first step, the row is tried again, with the same id, when its time is over.
 */
export abstract class OutgoingQueue<Lane, Id, Taken, Outcome> implements OnModuleDestroy {
  private readonly running = new Map<Lane, Promise<void>>();
  private isStopping = false;

  constructor(
    protected readonly db: Db,
    protected readonly time: SystemClock,
  ) {}

  /** Ids of the rows to try now, each of which may be sent beside the others. An empty list ends the run. */
  protected abstract due(lane: Lane): Promise<readonly Id[]>;

  /** Takes a row for one try. Returns undefined if the row is not sent now. */
  protected abstract take(lane: Lane, id: Id): Promise<Taken | undefined>;

  /** Sends the row. A failure is an outcome too. */
  protected abstract transmit(taken: Taken): Promise<Outcome>;

  /** Stores the outcome, unless another try has the row by now. Returns whether the lane may send more rows now. */
  protected abstract store(taken: Taken, outcome: Outcome): Promise<boolean>;

  /** Waits a moment for the tries that run now. Whatever is cut here is tried again. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await Promise.race([this.idle(), sleep(longestStop, undefined, { ref: false })]);
  }

  /** Resolves when no lane sends. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running.values());
  }

  isRunning(lane: Lane): boolean {
    return this.running.has(lane);
  }

  /** Sends the due rows of a lane until none is due, or joins the run that does. */
  run(lane: Lane): Promise<void> {
    const run = this.running.get(lane) ?? this.sendAll(lane).finally(() => this.running.delete(lane));
    this.running.set(lane, run);
    return run;
  }

  private async sendAll(lane: Lane): Promise<void> {
    const slots = new Semaphore(atOnce);
    const end = this.time.now() + longestRun;
    const run = { goesOn: true };
    while (run.goesOn && !this.isStopping && this.time.now() < end) {
      const due = await this.due(lane);
      if (due.length === 0) return;
      const tries = due.map((id) =>
        slots.runExclusive(async () => {
          // One try that ends the run ends it for good, whatever those beside it return.
          if (run.goesOn && !(await this.attempt(lane, id))) run.goesOn = false;
        }),
      );
      await Promise.all(tries);
    }
  }

  private async attempt(lane: Lane, id: Id): Promise<boolean> {
    if (this.isStopping) return false;
    const taken = await this.db.tx(() => this.take(lane, id));
    if (taken === undefined) return true;
    const outcome = await this.transmit(taken);
    return this.db.tx(() => this.store(taken, outcome));
  }
}
