import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../support/app/app.js';
import { built } from '../support/processes/built.js';
import { cliSettings } from '../support/processes/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { store } from '../support/data/rows.js';
import { MariaDbServer } from './mariadb-server.js';

const old = 12_000;

let server: MariaDbServer;
beforeAll(async () => {
  server = await MariaDbServer.started();
});
afterAll(() => server.remove());

describe.each(['SQLite', 'MariaDB'])('on %s', (kind) => {
  let database: FreshDatabase;
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    database = await freshDatabase(kind === 'SQLite' ? undefined : server.url);
    app = await startApp({ DATABASE_URL: database.url });
    folder = mkdtempSync(join(tmpdir(), 'agency-archive-'));
    await store(app, 'Agent', [{ AgentId: 1, AgentName: 'One', AgentStatus: 'Active' }]);
    await store(app, 'Contact', [{ ContactId: 1, AgentId: 1, Name: 'A' }]);
    await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Service' }]);
    const activities = Array.from({ length: old + 5 }, (_, index) => ({
      ...{ AgentId: 1, ContactId: 1, EventTypeId: 1 },
      StartDate: new Date(Date.UTC(2020, 0, 1) + (index - old) * 60_000).toISOString().replace('Z', '0000'),
    }));
    await store(app, 'Activity', activities);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const file = (): string => join(folder, 'activities-before-2020-01-01.ndjson');
  const rows = () => app.db.all<object>(sql`SELECT * FROM activities ORDER BY ActivityId`);
  const count = async (): Promise<number> =>
    (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM activities`))!.Count;

  /**
   * Runs `agency archive`, and kills it once `killed` returns true. Returns the exit code, or null if it was killed.
   */
  async function agency(args: readonly string[], killed?: () => boolean | Promise<boolean>): Promise<number | null> {
    const command = join(built(), 'src/cli/main.js');
    const child = spawn(process.execPath, [command, 'archive', ...args], { env: cliSettings(database.url) });
    const ended = once(child, 'exit') as Promise<[number | null]>;
    while (killed && child.exitCode === null) {
      if (await killed()) child.kill('SIGKILL');
      if (child.killed) break;
      await sleep(1);
    }
    return (await ended)[0];
  }
  const archive = (killed?: () => boolean | Promise<boolean>) =>
    agency(['activities', '--before', '2020-01-01', '--to', folder], killed);

  it('an archive that is killed at any point neither loses nor duplicates a row', async () => {
    const all = await rows();
    expect(await archive(() => existsSync(`${file()}.part`))).toBeNull();
    expect(await rows()).toEqual(all);
    expect(await archive(() => existsSync(`${file()}.manifest.json`))).toBeNull();
    await archive(async () => (await count()) < all.length);
    expect(existsSync(file())).toBe(true);
    expect(await archive()).toBe(0);
    expect(await count()).toBe(5);

    await agency(['restore', file()], async () => (await count()) > 5);
    expect(await agency(['restore', file()])).toBe(0);
    expect(await rows()).toEqual(all);
    const archivings = await app.db
      .all(sql`SELECT AuditId FROM audit WHERE Record = 'Archive' AND Changes LIKE '%"Archive"%'
      AND Changes NOT LIKE '%"Restore"%'`);
    expect(archivings).toHaveLength(1);
  });
});
