'use strict';

// Compiles the TypeScript client to clients/typescript/dist, with openapi-fetch inside, because the pages of the
// service load the client without a bundler. Its types come from the package openapi-fetch, so that middleware and
// openapi-react-query, which use these types too, fit.
//   npm run client        or: node scripts/client.js <another folder>
const { copyFileSync, rmSync } = require('node:fs');
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
copyFileSync(join(modules, 'openapi-fetch/LICENSE'), join(dist, 'openapi-fetch.LICENSE'));
