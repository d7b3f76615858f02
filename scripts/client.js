'use strict';

// Compiles the TypeScript client to clients/typescript/dist, with openapi-fetch and its types inside: a folder that npm
// links into a project brings no dependencies along.
//   npm run client        or: node scripts/client.js <another folder>
const { copyFileSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { buildSync } = require('esbuild');

const root = join(__dirname, '..');
const client = join(root, 'clients/typescript');
const [dist = join(client, 'dist')] = process.argv.slice(2);
const modules = join(root, 'node_modules');

rmSync(dist, { recursive: true, force: true });
const compiler = join(modules, 'typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '--project', client, '--outDir', dist], { stdio: 'inherit' });
buildSync({
  absWorkingDir: root,
  entryPoints: ['index', 'dtos', 'webhooks'].map((name) => join(client, `src/${name}.ts`)),
  outdir: dist,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
const packages = ['openapi-fetch', 'openapi-typescript-helpers'];
for (const name of packages) copyFileSync(join(modules, name, 'dist/index.d.mts'), join(dist, `${name}.d.ts`));
copyFileSync(join(modules, 'openapi-fetch/LICENSE'), join(dist, 'openapi-fetch.LICENSE'));
for (const name of ['index', 'openapi-fetch']) {
  const path = join(dist, `${name}.d.ts`);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll(/(['"])(openapi-fetch|openapi-typescript-helpers)\1/g, "'./$2.js'"));
}
