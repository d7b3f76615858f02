import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the pictures of the README', () => {
  it('the pictures show the present pages (npm run pictures updates them)', () => {
    const state = execFileSync(process.execPath, [join(root, 'scripts/pictures.js'), '--state'], { encoding: 'utf8' });
    expect(readFileSync(join(root, 'docs/pictures/sources.txt'), 'utf8')).toBe(state);
  });

  it('the README shows three existing pictures, in light and dark', () => {
    const named = [...readme.matchAll(/docs\/pictures\/\w+-(?:light|dark)\.png/g)].map(([path]) => path);
    expect(new Set(named).size).toBe(6);
    for (const path of named) expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true });
  });
});
