import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../../config/config.js';
import { openLog } from '../server/log-destination.js';
import { answer, ask, hear, tell, type Channel } from './channel.js';

/** Milliseconds before a worker that ended is replaced: the first, doubled for each that does not last, the longest. */
const wait = { first: 100, longest: 30_000 };
/** Milliseconds after which a worker has lasted. */
const lasting = 60_000;

/**
 * The process above the workers (`WORKERS`): it starts them, replaces those that end, stops them, and carries what they
 * tell each other. It serves nothing, and touches no database: the first worker checks and migrates as a service
 * without workers does, and the others are started when it is done.
 */
export class Primary {
  private readonly log: Logger;
  private readonly alive = new Map<Worker, { since: number }>();
  /** Those that are through their start. */
  private readonly serving = new Set<Worker>();
  /** Whether the first one was. */
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
    const line = worker as Channel;
    hear(line, 'started', () => this.serves(worker));
    hear(line, 'spent', (message) => {
      for (const other of this.serving) if (other !== worker) tell(other, message);
    });
    answer(line, 'metrics of all', () => this.metricsOfAll());
  }

  private serves(worker: Worker): void {
    this.serving.add(worker);
    if (!this.started) for (let others = this.config.workers - 1; others > 0; others--) this.start();
    this.started = true;
  }

  /** Their sum; undefined where a worker does not answer. */
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
    // It has said why on stderr, and the next one would say the same.
    if (!this.started) process.exit(code ?? 1);
    this.wait = Date.now() - since < lasting ? Math.min(2 * this.wait, wait.longest) : wait.first;
    this.log.error({ worker: worker.id, code, signal, restartIn: this.wait }, 'worker ended');
    setTimeout(() => {
      if (!this.stopping) this.start();
    }, this.wait);
  }

  private stop(signal: NodeJS.Signals): void {
    // Workers do not outlive their primary.
    if (this.stopping) process.exit(1);
    this.stopping = signal;
    for (const worker of this.alive.keys()) worker.process.kill(signal);
    if (this.alive.size === 0) process.exit(0);
    // To stop takes a moment without any open request.
    setTimeout(() => process.exit(1), Math.max(this.config.shutdownGrace, 1000));
  }
}
