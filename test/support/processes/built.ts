import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { release, taken } from '../run/lock.js';

const root = join(__dirname, '..', '..', '..');
const sources = [
  'src',
  'bench',
  'ormconfig.ts',
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Builds the service if its sources are newer, in one suite at a time. Returns the folder of the build, where suites
 * start processes.
 */
export function built(): string {
  const dist = join(root, 'dist');
  const entry = join(dist, 'src', 'main.js');
  const lock = join(root, 'node_modules', '.agency-build');
  while (!taken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    const newest = Math.max(...sources.map((source) => changedAt(join(root, source))));
    if (!existsSync(entry) || statSync(entry).mtimeMs < newest) {
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: root });
      utimesSync(entry, new Date(), new Date());
    }
  } finally {
    release(lock);
  }
  return dist;
}

function changedAt(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return path.endsWith('spec.ts') ? 0 : mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
