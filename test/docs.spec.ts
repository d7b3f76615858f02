import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

describe('the page about endpoints', () => {
  const root = join(__dirname, '..');
  const guide = readFileSync(join(root, 'docs/add-an-endpoint.md'), 'utf8');
  /** The code with one space instead of each line break and indentation, because the guide may break lines. */
  const bare = (code: string): string => code.replaceAll(/\s+/g, ' ').trim();

  const excerpts = [...guide.matchAll(/`(src\/[^`]+\.ts)`:\n\n```ts\n(.*?)```/gs)].map(([, file, code]) => ({
    file,
    code,
  }));

  it('the guide shows code that exists', () => {
    expect(excerpts).toHaveLength(guide.split('```ts').length - 1);
    for (const { file, code } of excerpts) {
      let rest = bare(readFileSync(join(root, file), 'utf8'));
      for (const part of code.split('…').map(bare)) {
        const at = rest.indexOf(part);
        expect({ file, part, isThere: at >= 0 }).toEqual({ file, part, isThere: true });
        rest = rest.slice(at + part.length);
      }
    }
  });

  it('the guide names files and commands that exist', () => {
    const named = [...guide.matchAll(/`((?:src|test|docs)\/[^`\s]+|[\w.-]+\.(?:json|mjs))`/g)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const commands = [...guide.matchAll(/npm (?:run )?(\w+)/g)].map(([, name]) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('pictures', () => {
  const root = join(__dirname, '..');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  describe('the pictures of the README', () => {
    it('the pictures show the present pages (npm run pictures updates them)', () => {
      const state = execFileSync(process.execPath, [join(root, 'scripts/pictures.js'), '--state'], {
        encoding: 'utf8',
      });
      expect(readFileSync(join(root, 'docs/pictures/sources.txt'), 'utf8')).toBe(state);
    });

    it('the README shows six existing pictures, in light and dark', () => {
      const named = [...readme.matchAll(/docs\/pictures\/\w+-(?:light|dark)\.png/g)].map(([path]) => path);
      expect(new Set(named).size).toBe(12);
      for (const path of named) expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true });
    });
  });
});
