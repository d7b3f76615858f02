import { Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register as defaultMetrics, Registry } from 'prom-client';
import { Config } from '../config/config.js';
import { version } from '../config/project.js';
import { DatabaseUpkeep } from '../database/database-upkeep.js';
import { Forbidden, Unauthorized } from '../errors/errors.js';
import { JobsService } from '../jobs/jobs.service.js';
import { droppedLines } from './log-destination.js';

interface EndedRequest {
  /** The declared path of the operation; undefined for a request to an unknown path. */
  route: string | undefined;
  verb: string;
  /** Undefined if the client disconnected before the response was sent. */
  status: number | undefined;
  milliseconds: number;
}

type SignInFailure = 'wrong' | 'throttled';

/** Metrics of the instance. Labels have few values: never a user, an id or the path of a request. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by declared path, verb and status; "aborted" if the client disconnected before the response.',
    labelNames: ['route', 'verb', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of the headers to the last byte of the response.',
    labelNames: ['route', 'verb'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [this.registry],
  });
  private readonly open = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests whose response is not complete.',
    registers: [this.registry],
  });
  private readonly signInFailures = new Counter({
    name: 'sign_in_failures_total',
    help: 'Failed sign-ins, by reason: wrong password, or throttled.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly slowQueries = new Counter({
    name: 'database_slow_queries_total',
    help: 'Statements that took SLOW_QUERY or longer, by operation; "none": outside of a call.',
    labelNames: ['operation'],
    registers: [this.registry],
  });
  private readonly token: Buffer | undefined;

  constructor(
    private readonly config: Config,
    upkeep: DatabaseUpkeep,
    jobs: JobsService,
  ) {
    this.token = config.metricsToken === undefined ? undefined : sha256(config.metricsToken);
    // Register the default collectors once per process: they are never removed, and a process may run several
    // applications.
    if (!defaultMetrics.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
    this.gauge('database_connections_in_use', 'Connections to the database in use.', () => upkeep.load().connections);
    this.gauge('database_streams_open', 'Open lists that stream from the database.', () => upkeep.load().streams);
    this.gauge(
      'database_streams_limit',
      'Lists that may stream from the database at the same time; further ones wait.',
      () => upkeep.load().mostStreams,
    );
    this.gauge(
      'database_calls_waiting',
      'Calls that wait for a connection, for a stream, or on SQLite for the write lock.',
      () => upkeep.load().waiting,
    );
    this.counter(
      'log_lines_dropped_total',
      'Log lines that could not be written, because the disk is full or the reader of stdout is too slow.',
      droppedLines,
    );
    new Counter({
      name: 'job_runs_total',
      help: 'Runs of jobs on this instance, by job and outcome.',
      labelNames: ['job', 'outcome'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { name: job, succeeded, failed } of jobs.runs()) {
          this.inc({ job, outcome: 'succeeded' }, succeeded);
          this.inc({ job, outcome: 'failed' }, failed);
        }
      },
    });
    new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'Time of the last success of a job on this instance, in seconds since 1970, or 0 if it never succeeded.',
      labelNames: ['job'],
      registers: [this.registry],
      collect() {
        for (const { name: job, lastSuccess = 0 } of jobs.runs()) this.set({ job }, lastSuccess / 1000);
      },
    });
    new Gauge({
      name: 'build_info',
      help: 'Always 1; the labels have the version of the service and of Node.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version, node: process.version }, 1);
    for (const reason of ['wrong', 'throttled'] satisfies SignInFailure[]) this.signInFailures.inc({ reason }, 0);
  }

  /** Adds a gauge. `read` returns its value at each scrape. */
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

  /** Adds a counter. `read` returns its total at each scrape. */
  counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
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

  slowQuery(operation = 'none'): void {
    this.slowQueries.inc({ operation });
  }

  signInFailed(reason: SignInFailure): void {
    this.signInFailures.inc({ reason });
  }

  /**
   * Throws Unauthorized if `authorization` does not have the token of METRICS_TOKEN, and Forbidden in production if
   * METRICS_TOKEN is not set.
   */
  admit(authorization = ''): void {
    if (this.token) {
      const given = /^bearer (.+)$/i.exec(authorization)?.[1] ?? '';
      if (!timingSafeEqual(sha256(given), this.token))
        throw new Unauthorized('Send the token of METRICS_TOKEN as a bearer token.');
    } else if (this.config.production) {
      throw new Forbidden('METRICS_TOKEN is not set. Set it to read the metrics in production.');
    }
  }

  /** The metrics as text for Prometheus. */
  text(): Promise<string> {
    return Registry.merge([this.registry, defaultMetrics]).metrics();
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
