import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { built } from '../../test/support/processes/built.js';
import { cliSettings, type Outcome } from '../../test/support/processes/cli.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';

let command: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(() => void (command = join(built(), 'src/cli/main.js')));
beforeEach(async () => void (database = await freshDatabase()));
afterEach(() => database.drop());

const rows = Array.from({ length: 5000 }, (_, index) => `${index + 1},Type ${index + 1},Outreach,true\r\n`);
const csv = `EventTypeId,EventTypeName,EventCategory,IsActive\r\n${rows.join('')}`;

function started(args: readonly string[]) {
  return spawn(process.execPath, [command, ...args], { env: cliSettings(database.url) });
}

async function agency(args: readonly string[], stdin = ''): Promise<Outcome> {
  const child = started(args);
  child.stdin.on('error', () => undefined).end(stdin);
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code: code as number, stdout, stderr };
}

it('the `agency` process exits with 2 for an invalid command line', async () => {
  expect(await agency(['nothing'])).toMatchObject({ code: 2, stdout: '' });
});

it('the `agency` process imports from stdin, exports to stdout, and exits with 0', async () => {
  expect(await agency(['import', 'event-types', '-'], csv)).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Imported 5000 records: 5000 added, 0 changed, 0 unchanged.\n',
  });
  expect(await agency(['export', 'event-types'])).toEqual({ code: 0, stdout: csv, stderr: '' });
});

it('the `agency` process stops without an error when its reader closes the pipe', async () => {
  await agency(['import', 'event-types', '-'], csv);
  const child = started(['export', 'event-types', '--format', 'ndjson']);
  const ended = once(child, 'close');
  const errorOutput = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toEqual([0, null]);
  expect(await errorOutput).toBe('');
});

it('the `agency` process exits with 1 on failure, and prints no colours or bars without a terminal', async () => {
  await agency(['import', 'event-types', '-'], csv);
  const { code, stdout, stderr } = await agency(['demo', '--contacts', '60']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toContain('\u001b');
  expect(stderr).toContain('nothing was changed');
});
