'use strict';

// Writes the software bill of materials of production, as CycloneDX, to stdout: npm run sbom
// Uses copies of the manifest and the lock file without development packages, because npm's --omit=dev also drops
// packages that both need, such as Nest and Express.
const { execFileSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const read = (file) => JSON.parse(readFileSync(join(__dirname, '..', file), 'utf8'));
/** A manifest, or its copy in the lock file. npm calls TypeORM's SQLite driver invalid without TypeORM's override. */
const forProduction = ({ devDependencies: _, ...manifest }) => ({
  ...manifest,
  ...(manifest.overrides && { overrides: { typeorm: manifest.overrides.typeorm } }),
});

const manifest = forProduction(read('package.json'));
const lock = read('package-lock.json');
const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
packages[0][1] = forProduction(packages[0][1]);

const temporary = mkdtempSync(join(tmpdir(), 'agency-sbom-'));
try {
  // npm names the document after the folder.
  const folder = join(temporary, manifest.name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }));
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(temporary, { recursive: true });
}
