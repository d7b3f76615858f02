import { PassThrough } from 'node:stream';
import { Terminal } from './terminal.js';

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
];

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

  it.each(['Müller', 'O’Brien', 'می\u200Cخواهم', '👩\u200D🚀', '日本', 'two\nlines'])('shows %j unchanged', (text) => {
    const { on, errors } = terminal(isTTY);
    on.say(text);
    expect(errors()).toBe(`${text}\n`);
  });
});
