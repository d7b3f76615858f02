import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RowDataPacket } from 'mysql2';
import { agency, cliSettings, expectIntact, type Outcome } from '../support/processes/cli.js';
import { MariaDbServer } from './mariadb-server.js';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'point-in-time-'));
let server: MariaDbServer;

beforeAll(async () => {
  server = await MariaDbServer.started(['--log-bin=binlog', '--server-id=1', '--binlog-format=ROW']);
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true });
});

/** The commands of docs/operations.md. */
const bash = async (script: string): Promise<string> =>
  (await run('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, maxBuffer: 2 ** 28 })).stdout;
const settingsOf = (database: string) => cliSettings(new URL(database, server.url).toString());
const cli = (database: string, args: string, stdin = ''): Promise<Outcome> =>
  agency(args.split(' '), settingsOf(database), stdin);
const importAgent = async (id: number): Promise<void> =>
  expect(await cli('agency', 'import agents -', `AgentId,AgentName\n${id},Agent ${id}\n`)).toMatchObject({ code: 0 });

it('the documented commands restore the moment before a mistake from a dump and binary logs', async () => {
  const connect = `--no-defaults --host=127.0.0.1 --port=${server.port} --user=root`;
  const connection = await server.connect();
  await connection.query('CREATE DATABASE agency');
  await importAgent(1);

  // The nightly dump.
  const dump = '--single-transaction --master-data=2 --quick --hex-blob --default-character-set=utf8mb4';
  await bash(`mariadb-dump ${connect} ${dump} agency | gzip > agency.sql.gz`);
  expect(await bash("gunzip < agency.sql.gz | tail -n 1 | grep '^-- Dump completed'")).toContain('completed');

  await importAgent(2);
  await connection.query('FLUSH BINARY LOGS');
  await importAgent(3);
  await connection.query('DELETE FROM agency.agents WHERE AgentId < 3');
  await importAgent(4);

  await connection.query('FLUSH BINARY LOGS');
  const place = await bash("gunzip < agency.sql.gz | grep -m 1 'CHANGE MASTER' || true");
  const [, first, start] = /MASTER_LOG_FILE='([^']+)', MASTER_LOG_POS=(\d+)/.exec(place)!;
  const [logs] = await connection.query<RowDataPacket[]>('SHOW BINARY LOGS');
  const names = logs.map(({ Log_name }) => Log_name as string).slice(0, -1);
  const needed = names.slice(names.indexOf(first)).map((name) => join(server.home, 'data', name));
  expect(needed.length).toBeGreaterThanOrEqual(2);
  const written = await bash(`mariadb-binlog --base64-output=decode-rows --verbose ${needed.at(-1)}`);
  const before = written.slice(0, written.indexOf('### DELETE FROM `agency`.`agents`'));
  const [stop] = [...before.matchAll(/end_log_pos (\d+) .*Xid = /g)].at(-1)!.slice(1);

  await connection.query('CREATE DATABASE agency2');
  await bash(`gunzip < agency.sql.gz | mariadb ${connect} --default-character-set=utf8mb4 agency2`);
  expect(await cli('agency2', 'migrate')).toMatchObject({ code: 0 });
  const part = `--start-position=${start} --stop-position=${stop} --database=agency --rewrite-db='agency->agency2'`;
  await bash(`mariadb-binlog ${part} ${needed.join(' ')} | mariadb ${connect} --binary-mode`);
  await connection.end();

  const { stdout } = await cli('agency2', 'export agents');
  expect(
    stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['1', '2', '3']);
  expect(await cli('agency2', 'doctor')).toMatchObject({ code: 0 });
  await expectIntact(settingsOf('agency2'));
});
