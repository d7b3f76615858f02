import { Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register as ofProcess, Registry } from 'prom-client';
import { Config } from '../../config/config.js';
import { version } from '../../config/project.js';
import { AuditSealer } from '../../database/audit/audit-sealer.service.js';
import { Db } from '../../database/db.js';
import { Forbidden, Unauthorized, Unavailable } from '../../errors/errors.js';
import { droppedLines } from '../server/log-destination.js';
import { refusedConnections } from '../server/refused-connections.js';
import { answer, ask } from '../workers/channel.js';
import { isWorker, primary } from '../workers/worker.js';

interface EndedRequest {
  /** The declared path; undefined: there is none. */
  route: string | undefined;
  verb: string;
  /** HTTP status; undefined: the caller left before the answer was out. */
  status: number | undefined;
  milliseconds: number;
}

/** Why an attempt at a password came to nothing. */
type SignInFailure = 'wrong' | 'throttled';

/** What the instance tells Prometheus. Labels have few values: no user, no id, no path as it was sent. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by declared path, verb and status; the status of a caller who left is "aborted".',
    labelNames: ['route', 'verb', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of the headers to the last byte of the answer.',
    labelNames: ['route', 'verb'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [this.registry],
  });
  private readonly open = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests whose answer is not out yet.',
    registers: [this.registry],
  });
  private readonly signInFailures = new Counter({
    name: 'sign_in_failures_total',
    help: 'Attempts at a password that failed: it was wrong, or the attempt was throttled.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly jobs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of what the service does by the clock, by job and outcome.',
    labelNames: ['job', 'outcome'],
    registers: [this.registry],
  });
  private readonly jobTimes = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last succeeded on this instance, seconds since 1970.',
    labelNames: ['job'],
    aggregator: 'max',
    registers: [this.registry],
  });
  private readonly token: Buffer | undefined;

  constructor(
    private readonly config: Config,
    db: Db,
    sealer: AuditSealer,
  ) {
    this.token = config.metricsToken === undefined ? undefined : sha256(config.metricsToken);
    // Once, however many applications the process holds: what watches the process is never taken back.
    if (!ofProcess.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
    this.gauge('database_connections_in_use', 'Connections to the database in use.', () => db.load().connections);
    this.gauge('database_streams_open', 'Lists that are being read from the database.', () => db.load().streams);
    this.gauge(
      'database_calls_waiting',
      'Calls that wait for a connection, for their turn to read a list, or on SQLite for the right to write.',
      () => db.load().waiting,
    );
    new Counter({
      name: 'log_lines_dropped_total',
      help: 'Lines of the log that could not be written: stdout is on a full disk, or its reader is too slow.',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(droppedLines());
      },
    });
    this.gauge(
      'audit_rows_without_seal',
      'Rows of the audit that had no seal a second ago: a number that grows says that sealing fails.',
      () => sealer.unsealed,
    );
    if (config.databaseRead)
      this.gauge(
        'database_replica_in_use',
        '1: the database of DATABASE_READ_URL is read; 0: the primary in its place.',
        () => (db.readsReplica ? 1 : 0),
      );
    new Counter({
      name: 'http_connections_refused_total',
      help: 'Connections that were closed at once: MAX_CONNECTIONS were open.',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(refusedConnections());
      },
    });
    new Gauge({
      name: 'build_info',
      help: 'What runs here, in the labels; always 1.',
      labelNames: ['version', 'node'],
      // Of workers there is one sum: each of them says the same.
      aggregator: 'max',
      registers: [this.registry],
    }).set({ version, node: process.version }, 1);
    if (isWorker) answer(primary, 'metrics', () => this.own().getMetricsAsJSON());
    for (const reason of ['wrong', 'throttled'] satisfies SignInFailure[]) this.signInFailures.inc({ reason }, 0);
  }

  /** A value that is read whenever it is asked for. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  requestBegan(): void {
    this.open.inc();
  }

  requestEnded({ route = 'none', verb, status, milliseconds }: EndedRequest): void {
    this.open.dec();
    this.requests.inc({ route, verb, status: status ?? 'aborted' });
    this.durations.observe({ route, verb }, milliseconds / 1000);
  }

  jobEnded(job: string, outcome: 'succeeded' | 'failed'): void {
    this.jobs.inc({ job, outcome });
    if (outcome === 'succeeded') this.jobTimes.set({ job }, Date.now() / 1000);
  }

  signInFailed(reason: SignInFailure): void {
    this.signInFailures.inc({ reason });
  }

  /** Throws Unauthorized without the token of METRICS_TOKEN; in production, Forbidden where there is none. */
  admit(authorization = ''): void {
    if (this.token) {
      const given = /^bearer (.+)$/i.exec(authorization)?.[1] ?? '';
      if (!timingSafeEqual(sha256(given), this.token)) throw new Unauthorized('This needs the token of METRICS_TOKEN.');
    } else if (this.config.production) {
      throw new Forbidden('METRICS_TOKEN is not set: nobody may read the metrics.');
    }
  }

  /** In Prometheus's text format; of workers, the sum. Throws Unavailable when one of them does not answer. */
  async text(): Promise<string> {
    if (!isWorker) return this.own().metrics();
    const text = await ask(primary, 'metrics of all');
    if (typeof text !== 'string') throw new Unavailable('A worker does not answer.', { retryAfter: 1 });
    return text;
  }

  private own(): Registry {
    return Registry.merge([this.registry, ofProcess]);
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
