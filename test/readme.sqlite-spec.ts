import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from './support/processes/built.js';
import { startProcess } from './support/processes/service-process.js';

const root = join(__dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const decisions = join(root, 'docs/decisions');
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
/** The date of the output in the README. */
const clock = '2026-11-20T15:00:00';
const env = { ...process.env, CLOCK: clock, LOG_LEVEL: 'info', NO_COLOR: '1' };

interface Step {
  command: string;
  output: string;
}

/** A generated password, which differs in each run. */
const password = String.raw`(?:[a-z0-9]{5}-){4}[a-z0-9]{5}`;

/** The commands of every `console` block with the output below each; a line `…` matches any lines. */
function steps(): Step[] {
  return [...readme.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const lines = text.split('\n');
        let end = 0;
        while (lines[end].endsWith('\\')) end++;
        return {
          command: lines.slice(0, end + 1).join('\n'),
          output: lines
            .slice(end + 1)
            .join('\n')
            .trim(),
        };
      }),
  );
}

function pattern(output: string): RegExp {
  const escaped = output.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const any = escaped.replaceAll(/^…$/gm, '[\\s\\S]*').replaceAll('…', '[^\\n]*');
  return new RegExp(`^${any.replaceAll(new RegExp(`^${password}$`, 'gm'), password)}$`);
}

/** Commands that start servers or install packages are not run here. */
const startsService = ({ command }: Step): boolean => /^npm (ci|start|run demo|test)\b|^git clone|^cd /.test(command);

const curl = spawnSync('curl', ['--version']).status === 0;

it('the list of decisions has the title of each page', () => {
  const pages = readdirSync(decisions).filter((name) => name !== 'README.md');
  const listed = [...readFileSync(join(decisions, 'README.md'), 'utf8').matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
  const titles = pages.map((name) => [name, readFileSync(join(decisions, name), 'utf8').split('\n')[0].slice(2)]);
  expect(listed.map(([, title, name]) => [name, title]).sort()).toEqual(titles.sort());
});

(curl ? describe : describe.skip)('the README (needs bash and curl)', () => {
  let service: ChildProcess;
  let url = '';

  beforeAll(async () => {
    const dist = built();
    mkdirSync(join(folder, 'data'));
    const demo = join(folder, 'data', 'demo.sqlite');
    const settings = { ...env, DATABASE_URL: `sqlite:${demo}`, PORT: '0' };
    execFileSync(process.execPath, [join(dist, 'src/cli/main.js'), 'demo'], { env: settings, stdio: 'ignore' });
    ({ child: service, url } = await startProcess(settings));
  });
  afterAll(() => {
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the README shows commands with their real output', () => {
    const commands = steps().filter((step) => !startsService(step));
    expect(commands.length).toBeGreaterThan(10);
    const mark = '@@next@@';
    const script = commands.map(({ command }) => `${command}\necho '${mark}'`).join('\n');
    const local = script
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll(/npm run -s agency --/g, `${process.execPath} ${join(root, 'dist/src/cli/main.js')}`);
    const home = { ...env, DATABASE_URL: `sqlite:${join(folder, 'data', 'demo.sqlite')}` };
    const printed = execFileSync('bash', ['-c', `set -o pipefail\n${local}`], {
      cwd: folder,
      env: home,
      encoding: 'utf8',
    });
    const outputs = printed
      .split(`${mark}\n`)
      .map((text) => text.replaceAll(url, 'http://127.0.0.1:3000').replaceAll('\r\n', '\n').trim());
    commands.forEach(({ command, output }, index) => {
      if (!pattern(output).test(outputs[index]))
        expect(`$ ${command}\n${outputs[index]}`).toBe(`$ ${command}\n${output}`);
    });
  });

  it('the README names only existing files and scripts', () => {
    for (const [, path] of readme.matchAll(/\]\(([^)#:]+)\)/g))
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, name] of readme.matchAll(/npm run (?:-s )?([a-z:]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });
});
