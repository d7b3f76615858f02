import { Logger } from '@nestjs/common';
import { hostname } from 'node:os';
import { withMigrationLock } from './migration-lock.js';
import { Conflict } from '../../errors/errors.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { until } from '../../../test/support/time/until.js';

describe('the lock of the migrations', () => {
  let scratch: ScratchDb;
  let warnings: string[];
  beforeEach(async () => {
    scratch = await scratchDb({ empty: true });
    warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: string) => void warnings.push(message));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await scratch.close();
  });

  const refused = async (): Promise<unknown> =>
    withMigrationLock(scratch.dataSource, () => Promise.resolve('done'), 1500).catch((error: unknown) => error);

  it('names the holder of the lock and the start of its migration if the wait for the lock fails', async () => {
    const from = new Date();
    const error = await withMigrationLock(scratch.dataSource, refused);
    expect(error).toBeInstanceOf(Conflict);
    const [, since] = /process \d+, since ([\d:.TZ-]+)\. If it is stuck/.exec((error as Error).message)!;
    expect(new Date(since).getTime()).toBeGreaterThanOrEqual(from.getTime());
    expect((error as Error).message).toContain(`for ${hostname()}`);
    // The lock is free again, because the instance that gave up waiting does not hold it.
    expect(await refused()).toBe('done');
  });

  it('waits for the lock, and logs that it waits', async () => {
    let second: Promise<unknown> | undefined;
    await withMigrationLock(scratch.dataSource, async () => {
      second = withMigrationLock(scratch.dataSource, () => Promise.resolve('second'));
      await until(() => warnings.length > 0);
    });
    expect(await second).toBe('second');
    expect(warnings).toEqual([expect.stringMatching(/^Waiting for another instance that migrates: .+ since /)]);
  });

  it('excludes other nodes of a cluster by a row, which expires if its owner stops renewing it', async () => {
    await withMigrationLock(scratch.dataSource, () => Promise.resolve());
    const hold = (seconds: number): Promise<unknown> =>
      scratch.dataSource.query(
        "UPDATE migration_lock SET Owner = 'far:3306 for web2, process 7', ExpiresAt = UNIX_TIMESTAMP() + ?",
        [seconds],
      );
    await hold(30);
    expect(await refused()).toMatchObject({ message: expect.stringContaining('far:3306 for web2, process 7') });
    expect(warnings).toHaveLength(1);
    await hold(-1);
    expect(await refused()).toBe('done');
  });
});
