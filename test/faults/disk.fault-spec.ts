import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill, onDisk } from './disks.js';
import { Ledger } from './ledger.js';
import { mustHave } from './servers.js';
import { Service } from './service.js';

let folder: string;
let ledger: Ledger;
let service: Service;

beforeAll(() => mustHave({ cc: 'gcc', mount: 'mount' }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
});
afterEach(async () => {
  await ledger.stop();
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes until the full disk makes the service refuse a write, and returns its ResponseStatus. Reads must succeed. */
async function refused(retryAfter: string): Promise<unknown> {
  const headers = { Authorization: ledger.authorization, 'Content-Type': 'application/json' };
  for (;;) {
    const written = await fetch(`${service.url}/v1/EventType`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ EventTypeName: 'No room', EventCategory: 'Disk' }),
    });
    const read = await fetch(`${service.url}/v1/Contacts?take=5000`, { headers });
    expect(read.status).toBe(200);
    expect(await read.text()).toContain('"ContactId":4000,');
    // The first writes may succeed, because the write-ahead log still has room.
    if (!written.ok) {
      expect([written.status, written.headers.get('Retry-After')]).toEqual([503, retryAfter]);
      return ((await written.json()) as { ResponseStatus: unknown }).ResponseStatus;
    }
    await sleep(10);
  }
}

async function written(database: string, settings: Record<string, string> = {}): Promise<void> {
  const DATABASE_URL = `sqlite:${database}`;
  ledger = await Ledger.open(DATABASE_URL);
  service = await Service.started({ DATABASE_URL, ...settings });
  await ledger.start([service.url]);
  await ledger.more(50);
}

it('writes fail while the disk is full, and reads succeed', async () => {
  await onDisk(folder, 48, async (disk) => {
    await written(join(disk, 'agency.sqlite'), { TMPDIR: disk });
    fill(disk);
    expect(await refused('10')).toMatchObject({
      ErrorCode: 'ServiceUnavailable',
      Message: expect.stringContaining('full'),
      Meta: { RequestId: expect.any(String) },
    });
    expect(service.log()).toContain('SQLITE_FULL: database or disk is full');
    const upload = await fetch(`${service.url}/v1/Sets/event-types`, {
      method: 'POST',
      headers: { Authorization: ledger.authorization, 'Content-Type': 'text/csv' },
      body: 'EventTypeName,EventCategory\r\n' + 'Too,Much\r\n'.repeat(10_000),
    });
    expect(await upload.json()).toMatchObject({ ResponseStatus: { ErrorCode: 'ServiceUnavailable' } });
    expect([upload.status, upload.headers.get('Retry-After')]).toEqual([503, '60']);
    expect(readdirSync(disk).filter((name) => name.includes('import'))).toEqual([]);
    ledger.fault();
    rmSync(join(disk, 'filler'));
    await ledger.more(50);
    await ledger.stop();
    await ledger.settle('SQLite, disk full');
    expect(ledger.entries.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await service.end();
  });
});

it('the service acknowledges no write that the disk does not confirm', async () => {
  const [shim, broken] = [join(folder, 'failing-sync.so'), join(folder, 'broken')];
  execFileSync('cc', ['-shared', '-fPIC', '-o', shim, join(__dirname, 'failing-sync.c'), '-ldl']);
  await written(join(folder, 'agency.sqlite'), { LD_PRELOAD: shim, FAILING_SYNC: broken });
  const unknown = { ErrorCode: 'ServiceUnavailable', Meta: { Outcome: 'Unknown' } };
  for (const restarted of [false, true]) {
    writeFileSync(broken, '');
    expect(await refused('2')).toMatchObject(unknown);
    if (restarted) await service.end('SIGKILL');
    ledger.fault();
    rmSync(broken);
    if (restarted) await service.start();
    await ledger.more(50);
  }
  await ledger.stop();
  await ledger.settle('SQLite, fsync fails');
});
