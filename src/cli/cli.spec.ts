import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { built } from '../../test/support/processes/built.js';
import { cliSettings, type Outcome } from '../../test/support/processes/cli.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';
import { Terminal } from './terminal.js';

describe('process', () => {
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
    await agency(['migrate']);
    expect(await agency(['import', 'event-types', '-'], csv)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Imported 5000 records: 5000 added, 0 changed, 0 unchanged.\n',
    });
    const { stdout, ...others } = await agency(['export', 'event-types']);
    expect(others).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/,(Version|v[0-9a-f]+)(?=\r\n)/g, '')).toBe(csv);
  });

  it('the `agency` process stops without an error when its reader closes the pipe', async () => {
    await agency(['migrate']);
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
    await agency(['migrate']);
    await agency(['import', 'event-types', '-'], csv);
    const { code, stdout, stderr } = await agency(['demo', '--contacts', '60']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toContain('nothing was changed');
  });
});

describe('terminal', () => {
  function terminal(isTTY: boolean) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY }));
    const textOf = (stream: PassThrough): string => ((stream.read() as Buffer | null) ?? '').toString();
    const on = new Terminal(new PassThrough(), stdout, stderr);
    return { on, out: () => textOf(stdout), errors: () => textOf(stderr) };
  }

  const unsafe: [string, string][] = [
    ['\u001b[2Jgone', '\\u001b[2Jgone'],
    ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['\u001b]8;;https://example.com\u001b\\link', '\\u001b]8;;https://example.com\\u001b\\link'],
    ['a\rb', 'a\\u000db'],
    ['a\tb', 'a\\u0009b'],
    ['\u009b31mred', '\\u009b31mred'],
    ['\u202Egpj.exe', '\\u202egpj.exe'],
    ['\u2066a\u2069', '\\u2066a\\u2069'],
    ['a\u200Bb', 'a\\u200bb'],
    ['a\u2028b', 'a\\u2028b'],
    ['a\u0008b', 'a\\u0008b'],
    ['a\u007fb', 'a\\u007fb'],
    ['a\u{e0001}b', 'a\\u{e0001}b'],
  ];

  it('shows an export with its control characters escaped, and writes it unchanged to a file', async () => {
    const csv = 'Name,Note\r\n\u001b]0;title\u0007,a\tb\r\n';
    for (const [isTTY, written] of [
      [true, 'Name,Note\n\\u001b]0;title\\u0007,a\\u0009b\n'],
      [false, csv],
    ] as const) {
      const { on, out } = terminal(isTTY);
      await on.write(csv);
      expect(out()).toBe(written);
    }
  });

  describe.each([true, false])('a terminal (%s)', (isTTY) => {
    it.each(unsafe)('escapes %j in tables, messages and errors', async (text, shown) => {
      const { on, out, errors } = terminal(isTTY);
      await on.table(['Name'], [[text]]);
      expect(out().trimEnd().split('\n').at(-1)).toBe(shown);
      on.say(text);
      expect(errors()).toBe(`${shown}\n`);
      on.problem(text);
      expect(errors()).toContain(shown);
    });

    it('shows a line break of a cell as text, so that it forges no row', async () => {
      const { on, out } = terminal(isTTY);
      await on.table(['Name', 'Roles'], [['a\nadmin\tAdministrator', 'Worker']]);
      const rows = out().trimEnd().split('\n');
      expect(rows).toHaveLength(isTTY ? 2 : 1);
      expect(rows.at(-1)).toMatch(/^a\\u000aadmin\\u0009Administrator(\t| {2})Worker$/);
    });

    it.each(['Müller', 'O’Brien', 'می\u200Cخواهم', '👩\u200D🚀', '日本', 'two\nlines'])(
      'shows %j unchanged',
      (text) => {
        const { on, errors } = terminal(isTTY);
        on.say(text);
        expect(errors()).toBe(`${text}\n`);
      },
    );
  });
});
