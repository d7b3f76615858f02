import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { agency, cliSettings } from '../../test/support/processes/cli.js';
import { store } from '../../test/support/data/rows.js';
import { until } from '../../test/support/time/until.js';
import { AppModule } from '../app.module.js';
import { Config } from '../config/config.js';
import { currentCall } from '../context/call-context.js';
import { SystemClock } from '../context/system-clock.js';
import { Job } from './job.decorator.js';
import type { JobLease } from './job-lease.entity.js';
import { JobsService } from './jobs.service.js';

const hour = 3_600_000;

@Injectable()
class Work {
  counted = 0;
  hourly = 0;
  operation?: string;
  problem?: string;
  open = 0;
  mostOpen = 0;

  @Job({ name: 'counting', every: 50 })
  async count(): Promise<void> {
    this.counted++;
    this.operation = currentCall()?.operationName;
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    await new Promise((resolve) => setTimeout(resolve, 120));
    this.open--;
    if (this.problem !== undefined) throw new Error(this.problem);
  }

  @Job({ name: 'hourly', every: hour })
  seldom(): void {
    this.hourly++;
  }
}

@Module({ providers: [Work] })
class WorkModule {}

let app: TestApp;
const opened: TestApp[] = [];
const start = async (DATABASE_URL?: string): Promise<TestApp> => {
  const one = await startApp(DATABASE_URL === undefined ? {} : { DATABASE_URL }, WorkModule);
  opened.unshift(one);
  return one;
};
beforeEach(async () => void (app = await start()));
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const work = (of = app): Work => of.get(Work);
const lease = async (name: string): Promise<JobLease | undefined> =>
  app.db.one<JobLease>(sql`SELECT * FROM job WHERE Name = ${name}`);
const at = (milliseconds: number): string => app.get(SystemClock).at(milliseconds);
const metric = async (line: RegExp): Promise<boolean> => line.test((await app.http.get('/metrics')).text);

/** Runs the method that the job's timer runs. */
async function tick(name: string): Promise<void> {
  const timer = app.get(SchedulerRegistry).getInterval<{ _onTimeout(): void }>(name);
  timer._onTimeout();
  await new Promise((resolve) => setTimeout(resolve, 300));
}

describe('a job', () => {
  it('runs a job at its interval, one run at a time, as an operation with the name of the job', async () => {
    await until(() => work().counted > 2);
    expect(work()).toMatchObject({ mostOpen: 1, operation: 'job counting' });
    expect(await lease('counting')).toMatchObject({ LastError: '' });
  });

  it('runs a job on one instance, and on another instance as soon as the first one stops', async () => {
    await until(() => work().counted > 0);
    const other = await start(app.database);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(work(other).counted).toBe(0);
    await until(() => work().counted > 2);
    await app.get(JobsService).onModuleDestroy();
    const before = work().counted;
    await until(() => work(other).counted > 2);
    expect(work().counted).toBe(before);
  });

  it('runs the job of a dead instance only after the end of its lease', async () => {
    await store(app, 'JobLease', [
      { Name: 'hourly', Holder: 'another', HeldUntil: at(20_000), LastRun: at(-2 * hour) },
    ]);
    await tick('hourly');
    expect(work().hourly).toBe(0);
    await app.db.tx(() => app.db.execute(sql`UPDATE job SET HeldUntil = ${at(-1)} WHERE Name = 'hourly'`));
    await tick('hourly');
    expect(work().hourly).toBe(1);
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])(
    'stays on the instance that has its lease, and leaves it at once, with a clock ten minutes %s',
    async (_, wrongBy) => {
      await app.get(JobsService).onModuleDestroy();
      const wrong = await start(app.database);
      const clock = wrong.get(SystemClock);
      clock.now = () => Date.now() + wrongBy;
      const before = work(wrong).counted;
      await until(() => work(wrong).counted > before + 2);
      const { HeldUntil, LastRun } = (await lease('counting'))!;
      expect([HeldUntil > at(15_000), HeldUntil < at(35_000), LastRun! > at(-15_000), LastRun! < at(5000)]).toEqual(
        Array(4).fill(true),
      );
      const right = await start(app.database);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(work(right).counted).toBe(0);
      await wrong.get(JobsService).onModuleDestroy();
      await until(() => work(right).counted > 2);
      const late = await start(app.database);
      late.get(SystemClock).now = () => clock.now();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(work(late).counted).toBe(0);
    },
  );

  it('runs a job once in its interval, however often instances start', async () => {
    await tick('hourly');
    await tick('hourly');
    expect(work().hourly).toBe(1);
    await app.db.tx(() => app.db.execute(sql`UPDATE job SET LastRun = ${at(-hour)} WHERE Name = 'hourly'`));
    await tick('hourly');
    expect(work().hourly).toBe(2);
  });

  it('runs a job again after a failure, which the metrics count and agency doctor names', async () => {
    work().problem = 'It rains.';
    await until(async () => (await lease('counting'))?.LastError === 'It rains.');
    await until(() => metric(/^job_runs_total\{job="counting",outcome="failed"\} [1-9]/m));
    const doctor = async () => (await agency(['doctor'], cliSettings(app.database))).stdout;
    expect(await doctor()).toMatch(/^warn {2}The job counting failed at \d{4}-.*: It rains\.$/m);
    work().problem = undefined;
    await until(async () => (await lease('counting'))?.LastError === '');
    expect(await doctor()).toMatch(/^ok {4}The job counting last ran at \d{4}-.*Z on .*, process \d+, \w{8}\.$/m);
    await until(() => metric(/^job_runs_total\{job="counting",outcome="succeeded"\} [1-9]/m));
    await until(() => metric(/^job_last_success_timestamp_seconds\{job="counting"\} [1-9]/m));
  });

  it('runs no job in a command', async () => {
    expect(app.get(JobsService).runs().length).toBeGreaterThan(2);
    const service = await NestFactory.createApplicationContext(AppModule.forRoot(app.get(Config)), { logger: false });
    expect(service.get(JobsService).runs()).toEqual([]);
    await service.close();
  });
});
