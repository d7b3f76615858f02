import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

interface Bom {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: { name: string; version: string; hashes: { content: string }[] }[];
}

const root = join(__dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const installed = Object.entries(packages).flatMap(([path, locked]) =>
  path.startsWith('node_modules/') ? [{ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked }] : [],
);
const own = read('package.json') as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'allowScripts',
  Record<string, string | boolean>
>;

/** The licenses that packages of production may have. */
const licences = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Unlicense'],
];
/** Packages whose license the lock file lacks. Their license files are MIT. */
const mitByTheirFiles = ['busboy', 'passport-strategy', 'pause', 'streamsearch'];

describe('the packages', () => {
  it('every package has a hash, and none names a download address', () => {
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
    expect(installed.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('every package is required in one exact version', () => {
    const stated = Object.entries({ ...own.dependencies, ...own.devDependencies });
    expect(stated.filter(([, version]) => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it('docs/dependencies.md gives a reason for every package', () => {
    const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const rows = page.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1]] : []));
    const listed = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    const direct = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
    expect(listed.sort()).toEqual(Object.keys(direct).sort());
  });

  it('package.json refuses each install script by name', () => {
    const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(Object.keys(own.allowScripts).sort()).toEqual([...new Set(scripted)].sort());
    expect(Object.values(own.allowScripts).filter(Boolean)).toEqual([]);
  });

  it('no install script runs in the image, with any npm', () => {
    for (const file of ['Dockerfile', 'scripts/bundle.sh']) {
      const text = readFileSync(join(root, file), 'utf8');
      expect(text.match(/^(RUN )?npm (ci|install)\b.*/gm)).toEqual([expect.stringContaining(' --ignore-scripts')]);
      expect(text).not.toContain('npm rebuild');
    }
  });

  it('every package has a license that allows its use in the service', () => {
    const isOpen = ({ license = '' }: Locked): boolean =>
      license.split(/[()\s]+|\bOR\b/).some((part) => licences.includes(part));
    const others = installed.filter((locked) => !locked.dev && !isOpen(locked)).map(({ name }) => name);
    expect(others.sort()).toEqual(mitByTheirFiles);
  });

  it('a CycloneDX document in the bundle lists the packages with their hashes', () => {
    const written = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' });
    const { bomFormat, metadata, components } = JSON.parse(written) as Bom;
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'agency-operations-service']);
    const hex = (integrity = ''): string => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    const listed = components.map(({ name, version, hashes }) => `${name} ${version} ${hashes[0].content}`);
    const run = installed.filter(({ dev }) => !dev);
    const expected = run.map(({ name, version, integrity }) => `${name} ${version} ${hex(integrity)}`);
    expect([...new Set(listed)].sort()).toEqual([...new Set(expected)].sort());
    expect(readFileSync(join(root, 'scripts/bundle.sh'), 'utf8')).toContain(
      'npm run --silent sbom >"$to/sbom.cdx.json"',
    );
  });
});
