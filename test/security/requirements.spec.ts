import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const [, requirements] = page.split('## OWASP ASVS');
const rows = [...requirements.matchAll(/^\| (V\d.*?) \| (.*?) \|(?: (.*?) \|)?$/gm)].map(([, ids, , tests]) => ({
  ids,
  tests,
}));

/** The number of requirements of levels 1 and 2 in each section of ASVS. Their numbers precede those of level 3. */
const sections: Readonly<Record<string, number>> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2, 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2, 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3, 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5 },
  ...{ 'V6.6': 3, 'V6.8': 4, 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2, 'V8.1': 2 },
  ...{ 'V8.2': 3, 'V8.3': 1, 'V8.4': 1, 'V9.1': 3, 'V9.2': 4, 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11 },
  ...{ 'V10.5': 5, 'V10.6': 2, 'V10.7': 3, 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4, 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5, 'V14.1': 2, 'V14.2': 4 },
  ...{ 'V14.3': 3, 'V15.1': 3, 'V15.2': 3, 'V15.3': 7, 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
};

/** The single ids in a text such as `V1.2.6–8, V1.3.1`. */
function expanded(ids: string): string[] {
  return ids.split(', ').flatMap((part) => {
    const [, section, first, last = first] = /^(V\d+\.\d+)\.(\d+)(?:–(\d+))?$/.exec(part) ?? [part, part, '0'];
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${section}.${Number(first) + index}`,
    );
  });
}

it('names every requirement once', () => {
  const listed = rows.flatMap(({ ids }) => expanded(ids));
  const all = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(all).toHaveLength(253);
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
  expect(all.filter((id) => !listed.includes(id))).toEqual([]);
  expect(listed.filter((id) => !all.includes(id))).toEqual([]);
});

it('names only existing tests', () => {
  const suites = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('spec.ts'))
      .map((path) => ({
        place: path.replace(/\.(\w+-)?spec\.ts$/, ''),
        text: readFileSync(join(root, folder, path), 'utf8'),
      })),
  );
  const named = rows
    .flatMap(({ tests = '' }) => [...tests.matchAll(/`([^`]+): ([^`]+)`/g)])
    // A build without an extra has none of its tests.
    .filter(([, place]) => !place.startsWith('extras/') || existsSync(join(root, 'src', dirname(place))));
  // A long title is quoted up to the end of a word.
  const quotes = (title: string) =>
    new RegExp(`\\(\\s*['"\`]${title.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&')}(?!\\w)`, 'g');
  const found = ([, of, title]: RegExpExecArray): number =>
    suites.filter(({ place }) => place === of).flatMap(({ text }) => text.match(quotes(title)) ?? []).length;
  expect(named.filter((name) => found(name) !== 1).map(([name]) => name)).toEqual([]);
  expect(named.length).toBeGreaterThan(80);
});

it('names only existing files', () => {
  const paths = [...page.matchAll(/\b(?:docs|deploy|src|test)\/[\w./-]+\.\w+/g)].map(([path]) => path);
  const pages = [...page.matchAll(/([\w/-]+\.md)\b/g)].map(([, path]) => join('docs', path.replace(/^docs\//, '')));
  const missing = [...paths, ...pages].filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
  expect(paths.length).toBeGreaterThan(1);
});
