import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../../config/config.js';
import { openLog } from '../../observability/log-destination.js';
import { answer, ask, receive, send, type Channel } from './channel.js';

/** Milliseconds before an exited worker is replaced. The wait doubles after each worker that was short-lived. */
const wait = { first: 100, longest: 30_000 };
/** A worker that exits within this many milliseconds is short-lived. */
const lasting = 60_000;

/**
 * The parent process of the workers (`WORKERS`). It starts them, replaces those that exit, stops them, and forwards
 * their messages. It neither serves requests nor opens the database: the first worker checks and migrates the database,
 * and the others start after it.
 */
export class Primary {
  private readonly log: Logger;
  private readonly alive = new Map<Worker, { since: number }>();
  /** Workers that have started. */
  private readonly serving = new Set<Worker>();
  /** Whether the first worker has started. */
  private started = false;
  private stopping?: NodeJS.Signals;
  private failed = false;
  private wait = wait.first;

  constructor(private readonly config: Config) {
    this.log = openLog(config.logLevel);
  }

  run(): void {
    cluster.on('exit', (worker, code: number | null, signal: string | null) => this.ended(worker, code, signal));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.stop(signal));
    this.start();
  }

  private start(): void {
    const worker = cluster.fork();
    this.alive.set(worker, { since: Date.now() });
    this.log.info({ worker: worker.id, pid: worker.process.pid }, 'worker started');
    const channel = worker as Channel;
    receive(channel, 'started', () => this.serves(worker));
    receive(channel, 'requests', (message) => {
      for (const other of this.serving) if (other !== worker) send(other, message);
    });
    answer(channel, 'metrics of all', () => this.metricsOfAll());
  }

  private serves(worker: Worker): void {
    this.serving.add(worker);
    if (!this.started) for (let others = this.config.workers - 1; others > 0; others--) this.start();
    this.started = true;
  }

  /** The metrics of all workers, added up; undefined if a worker does not answer. */
  private async metricsOfAll(): Promise<string | undefined> {
    const each = await Promise.all([...this.serving].map((worker) => ask(worker as Channel, 'metrics')));
    return each.includes(undefined) ? undefined : AggregatorRegistry.aggregate(each as object[]).metrics();
  }

  private ended(worker: Worker, code: number | null, signal: string | null): void {
    const { since } = this.alive.get(worker)!;
    this.alive.delete(worker);
    this.serving.delete(worker);
    if (this.stopping) {
      if (code !== 0 && signal !== this.stopping) this.failed = true;
      if (this.alive.size === 0) process.exit(this.failed ? 1 : 0);
      return;
    }
    // The first worker has written the cause to stderr, and another one would fail the same way.
    if (!this.started) process.exit(code ?? 1);
    this.wait = Date.now() - since < lasting ? Math.min(2 * this.wait, wait.longest) : wait.first;
    this.log.error({ worker: worker.id, code, signal, restartIn: this.wait }, 'worker ended');
    setTimeout(() => {
      if (!this.stopping) this.start();
    }, this.wait);
  }

  private stop(signal: NodeJS.Signals): void {
    // Exit at once on a second signal. This closes the channels of the workers, which ends the workers too.
    if (this.stopping) process.exit(1);
    this.stopping = signal;
    for (const worker of this.alive.keys()) worker.process.kill(signal);
    if (this.alive.size === 0) process.exit(0);
    // Give the workers at least a second, because stopping takes time even without open requests.
    setTimeout(() => process.exit(1), Math.max(this.config.shutdownGrace, 1000));
  }
}
