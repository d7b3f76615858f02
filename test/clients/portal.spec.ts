import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const example = join(root, 'examples/portal');
const page = readFileSync(join(root, 'docs/portal.md'), 'utf8');

describe('the page about the portal', () => {
  it('docs/portal.md shows only code of the example, which a test builds and uses', () => {
    const sources = readdirSync(join(example, 'src')).map((name) => readFileSync(join(example, 'src', name), 'utf8'));
    const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThan(10);
    for (const block of blocks) expect([block, sources.some((text) => text.includes(block))]).toEqual([block, true]);
  });

  it('docs/portal.md names only existing files', () => {
    for (const [, path] of page.matchAll(/\]\(([^)#:]+)\)/g))
      expect([path, existsSync(join(root, 'docs', path))]).toEqual([path, true]);
  });
});

it('the example has the tools of the service, in the same versions', () => {
  const read = (folder: string): { devDependencies: Record<string, string> } =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(read(root).devDependencies).toMatchObject(read(example).devDependencies);
});
