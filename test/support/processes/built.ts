import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
/** A lock that is older than this, in milliseconds, is from a killed process, because no build takes so long. */
const leftBehind = 300_000;
const sources = [
  'src',
  'bench',
  'ormconfig.ts',
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Builds the service if its sources are newer. Returns the folder of the build, where suites start processes. */
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
    rmSync(lock, { recursive: true, force: true });
  }
  return dist;
}

/** Takes the lock, so that only one suite builds at a time. Returns false if another suite has it. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    // Another process may have removed the lock meanwhile.
    const held = statSync(lock, { throwIfNoEntry: false });
    if (held && Date.now() - held.mtimeMs > leftBehind) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function changedAt(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return path.endsWith('spec.ts') ? 0 : mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
