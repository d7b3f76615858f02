import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { agency, cliSettings, type Outcome } from '../support/processes/cli.js';
import { startProcess } from '../support/processes/service-process.js';
import { Ledger } from './ledger.js';
import { MariaDbServer } from './mariadb-server.js';
import { Haproxy } from './proxies.js';
import { lostByRestarts } from './restarts.js';
import { Service } from './service.js';

const root = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const run = promisify(execFile);

/** The SQL blocks of docs/operations.md as lists of statements: the users, and the query that prints the rights. */
const [users, rights] = [...read('docs/operations.md').matchAll(/^```sql\n(.+?)^```/gms)].map(([, block]) =>
  block
    .replaceAll('…', 'secret')
    .split(/;\n/)
    .filter((statement) => statement.trim() !== ''),
);

/** The settings of deploy/agency@.service. The tests set PORT. */
const unit = Object.fromEntries(
  [...read('deploy/agency@.service').matchAll(/^Environment=(.*)$/gm)]
    .flatMap(([, line]) => line.split(' '))
    .map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)]),
) as Record<string, string>;

describe('the documented production set-up on MariaDB', () => {
  let server: MariaDbServer;
  let administrator: Connection;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'production-'));
    server = await MariaDbServer.started();
    administrator = await server.connect();
  });
  afterAll(async () => {
    await administrator.end();
    await server.remove();
    rmSync(folder, { recursive: true });
  });

  const urlOf = (user: string, database = 'agency'): string =>
    `mysql://${user}:secret@127.0.0.1:${server.port}/${database}`;
  const command = (args: string, DATABASE_URL: string): Promise<Outcome> =>
    agency(args.split(' '), { ...cliSettings(DATABASE_URL), MIGRATE_ON_START: 'false', FILES_URL: folder });
  const grant = async (database = 'agency'): Promise<void> => {
    const query = rights[0].replace("'agency'", `'${database}'`).replace('ON agency.', `ON ${database}.`);
    const [rows] = await administrator.query<RowDataPacket[]>(query);
    for (const { statement } of rows) await administrator.query(String(statement));
  };
  const settings = (database?: string): Record<string, string> => ({
    ...cliSettings(urlOf('agency', database)),
    ...unit,
    PORT: '0',
    MIGRATE_ON_START: 'false',
    FILES_URL: folder,
    METRICS_TOKEN: 'token-of-the-monitoring',
    TRUST_PROXY: '1',
  });

  it('two instances restart behind haproxy without a lost call, and a failed migration has a way back', async () => {
    for (const statement of users) await administrator.query(statement);

    // The first migration fails for want of a right, and says what to do.
    await administrator.query("REVOKE CREATE ON agency.* FROM agency_owner@'%'");
    const failed = await command('migrate', urlOf('agency_owner'));
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^error: .*denied/m);
    expect(failed.stderr).not.toMatch(/^ +at /m);
    await administrator.query("GRANT CREATE ON agency.* TO agency_owner@'%'");
    expect(await command('migrate', urlOf('agency_owner'))).toMatchObject({ code: 0 });

    // Without the rights on the new tables nothing starts; with them, doctor finds nothing.
    await expect(startProcess(settings())).rejects.toThrow(/GRANT UPDATE, DELETE ON/);
    await grant();
    const examined = await command('doctor', urlOf('agency'));
    expect([examined.code, examined.stdout]).toEqual([0, expect.not.stringMatching(/^fail/m)]);
    const created = await command('user create admin@example.com --roles Administrator', urlOf('agency'));
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{16,}\n$/) });

    const ledger = await Ledger.open(`${server.url}agency`);
    const instances = [await Service.started(settings()), await Service.started(settings())];
    const haproxy = await Haproxy.started(instances.map(({ url }) => url));
    try {
      expect(await lostByRestarts(ledger, instances, haproxy.url)).toEqual([]);
    } finally {
      await haproxy.stop();
      for (const instance of instances) await instance.end();
    }

    // An upgrade fails: back to the dump, in an empty database, with the rights of that database.
    const connect = `--no-defaults --host=127.0.0.1 --port=${server.port} --user=root`;
    const dump = '--single-transaction --quick --hex-blob --default-character-set=utf8mb4';
    const bash = (script: string): Promise<unknown> =>
      run('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder });
    await bash(`mariadb-dump ${connect} ${dump} agency | gzip > agency.sql.gz`);
    await administrator.query('DROP TABLE agency.webhook_deliveries');
    await expect(startProcess(settings())).rejects.toThrow(/ended with 1/);
    for (const statement of users.filter((text) => !text.includes('CREATE USER')))
      await administrator.query(
        statement.replace('DATABASE agency ', 'DATABASE agency2 ').replace('agency.*', 'agency2.*'),
      );
    await bash(`gunzip < agency.sql.gz | mariadb ${connect} --default-character-set=utf8mb4 agency2`);
    expect(await command('migrate', urlOf('agency_owner', 'agency2'))).toMatchObject({ code: 0 });
    await expect(startProcess(settings('agency2'))).rejects.toThrow(/GRANT UPDATE, DELETE ON/);
    await grant('agency2');
    const again = await Service.started(settings('agency2'));
    await ledger.start([again.url]);
    await ledger.more(20);
    await ledger.stop();
    await ledger.settle('restored dump', `${server.url}agency2`);
    await again.end();
    expect((await command('doctor', urlOf('agency', 'agency2'))).stdout).not.toMatch(/^fail/m);
  });
});
