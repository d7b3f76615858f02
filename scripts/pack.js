'use strict';

// Packs the built service and its command into one file each (`main.packed.js`), so that Node reads one file instead of
// two thousand. Native packages stay in node_modules. `main.js` becomes a launcher that checks the Node release before
// it loads the packed file. The scripts and styles of the pages go to dist/assets/, each with a compressed copy.
const { execFileSync } = require('node:child_process');
const {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { brotliCompress } = require('node:zlib');
const { build } = require('esbuild');

const root = join(__dirname, '..');
const entries = ['dist/src/main.js', 'dist/src/cli/main.js'];

/** The scripts and styles of the pages. */
const assets = [
  'src/http/pages/assets',
  'src/modules/checkins/queue/board/assets',
  'src/modules/checkins/visit-page/assets',
];
const swagger = 'node_modules/swagger-ui-dist/swagger-ui';

/** The packages that stay in node_modules: native packages, and optional packages of Nest. */
const external = [
  'better-sqlite3',
  '@node-rs/argon2',
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'cloudflare:sockets',
];

void packAssets();
build({
  absWorkingDir: root,
  entryPoints: entries,
  outdir: 'dist/src',
  outbase: 'dist/src',
  outExtension: { '.js': '.packed.js' },
  bundle: true,
  platform: 'node',
  target: 'node22',
  external,
  metafile: true,
  // Node keeps the source text in memory: remove whitespace, but keep names and line breaks for stack traces.
  legalComments: 'none',
  minifyWhitespace: true,
  lineLimit: 160,
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'importMetaUrl' },
  logLevel: 'warning',
  write: false,
}).then(
  ({ outputFiles, metafile }) => {
    const own = classesOf(Object.keys(metafile.inputs).filter((path) => path.startsWith('dist/')));
    for (const { path, text } of outputFiles) {
      mustKeep(own, text);
      writeFileSync(path, ascii(text));
    }
    for (const entry of entries) launcher(entry);
  },
  () => process.exit(1),
);

/** Bundles each script with its imports, so that a browser makes one request instead of up to six. */
async function packAssets() {
  const to = join(root, 'dist/assets');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const from of assets) cpSync(join(root, from), to, { recursive: true });
  await build({
    absWorkingDir: to,
    entryPoints: readdirSync(to),
    outdir: to,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    minify: true,
    logLevel: 'warning',
  });
  const [script, style] = ['-bundle.js', '.css'].map((end) => readFileSync(join(root, swagger + end), 'utf8'));
  writeFileSync(join(to, 'swagger-ui-bundle.js'), await minified(script));
  writeFileSync(join(to, 'swagger-ui.css'), used(style, script));
  for (const name of readdirSync(to))
    writeFileSync(join(to, `${name}.br`), await promisify(brotliCompress)(readFileSync(join(to, name))));
  packClient(to);
}

/**
 * Minifies Swagger UI's script again, because it keeps many long names, a fifteenth of the bytes that a browser loads.
 */
async function minified(script) {
  const { minify } = await import('vite');
  // Autolinker looks for hosts without a scheme by a list of all top-level domains, 6 KB when compressed.
  const domains = /(?<=\/\(\?:)xn--vermgensberat[^/()]+(?=\)\/)/;
  if (!domains.test(script)) throw new Error('Swagger UI has no list of top-level domains any more.');
  const { code, errors } = await minify('swagger-ui.js', script.replace(domains, 'com|net|org'), { module: false });
  if (errors.length > 0) throw new Error(`Swagger UI could not be minified: ${errors[0].message}`);
  return code;
}

/** Swagger UI's style without unused rules: half of it is the library Tachyons, most of whose classes nobody uses. */
function used(style, script) {
  const names = new Set(script.match(/[\w-]+/g));
  // Keep names that the script joins from parts, and dark-mode, which theme.js sets.
  const isUsed = ([, name]) => names.has(name) || /^(opblock-|dark-mode$)/.test(name);
  return style
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/([^{}]+)(\{[^{}]*\})/g, (_, selectors, rule) => {
      const kept = selectors.split(',').filter((one) => [...one.matchAll(/\.([a-z_][\w-]*)/gi)].every(isUsed));
      return kept.length > 0 ? kept.join(',') + rule : '';
    })
    .replaceAll(/@media[^{}]*\{\}/g, '');
}

/** Packs the TypeScript client as `npm pack` does: its files in a folder named package. */
function packClient(to) {
  const work = mkdtempSync(join(tmpdir(), 'client-'));
  for (const name of ['package.json', 'schema.d.ts', 'dist'])
    cpSync(join(root, 'clients/typescript', name), join(work, 'package', name), { recursive: true });
  execFileSync('tar', ['-czf', join(to, 'agency-operations-client.tgz'), '-C', work, 'package']);
  rmSync(work, { recursive: true });
}

function classesOf(paths) {
  const texts = paths.map((path) => readFileSync(join(root, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bclass (\w+)/g)].map(([, name]) => name)));
}

/**
 * Throws if a class was renamed: records and services are identified by class names, and the bundler numbers the second
 * of two equal names in a scope. `keepNames` would avoid that, but costs time whenever a function is created.
 */
function mustKeep(own, text) {
  for (const [, name, plain] of text.matchAll(/\bclass ((\w+?)\d+)\b/g))
    if (own.has(plain) && !own.has(name)) throw new Error(`The class ${plain} would be packed as ${name}: rename it.`);
}

/**
 * Escapes all characters other than ASCII, because with them Node would keep the whole source in two bytes per
 * character.
 */
function ascii(text) {
  return text.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Prints a message on unsupported Node releases. Under `npm start` and `npm run demo`, stops the process when its shell
 * has ended: npm passes a signal to the shell, and the shell does not pass it on. (`exec` would, but Windows lacks it.)
 * Uses only syntax that every release can parse.
 */
function launcher(entry) {
  const [, major, minor] = /^>=(\d+)\.(\d+)\.\d+$/.exec(require('../package.json').engines.node);
  const path = join(root, entry);
  writeFileSync(
    path,
    `#!/usr/bin/env node
'use strict';
var release = process.versions.node.split('.').map(Number);
if (release[0] < ${major} || (release[0] === ${major} && release[1] < ${minor})) {
  console.error(
    'This service needs Node ${major}.${minor} or newer; this is Node ' + process.versions.node +
    '. After "npm ci", "npm start" and "npm run" use a Node that fits.'
  );
  process.exit(1);
}
if (/^(start|demo)$/.test(process.env.npm_lifecycle_event) && process.platform !== 'win32') {
  var shell = process.ppid;
  var watch = setInterval(function () {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
require('./main.packed.js');
`,
  );
  chmodSync(path, 0o755);
}
