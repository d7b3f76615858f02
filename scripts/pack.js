'use strict';

// Packs the built service and its command into one file each (`main.packed.js`), so that Node reads one file instead of
// two thousand. Native packages and static page files stay in node_modules. `main.js` becomes a launcher that checks
// the Node release before it loads the packed file.
const { chmodSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

const root = join(__dirname, '..');
const entries = ['dist/src/main.js', 'dist/src/cli/main.js'];

/** Not in the file: native code, pages' files, and what Nest asks for only where it is installed. */
const external = [
  'better-sqlite3',
  '@node-rs/argon2',
  'swagger-ui-dist',
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'cloudflare:sockets',
];

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
  // What Node holds of the text for as long as it runs; names stay, and lines that an error can point to.
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

function classesOf(paths) {
  const texts = paths.map((path) => readFileSync(join(root, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bclass (\w+)/g)].map(([, name]) => name)));
}

/**
 * Records and services are known by the names of their classes, and of two that are alike in one scope one gets a
 * number. To keep all names (`keepNames`) would name each function anew whenever it is made.
 */
function mustKeep(own, text) {
  for (const [, name, plain] of text.matchAll(/\bclass ((\w+?)\d+)\b/g))
    if (own.has(plain) && !own.has(name)) throw new Error(`The class ${plain} would be packed as ${name}: rename it.`);
}

/** Text of other characters would be held in twice the space. */
function ascii(text) {
  return text.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Node releases that cannot run the service get a sentence instead of a crash: only syntax that all of them parse. */
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
require('./main.packed.js');
`,
  );
  chmodSync(path, 0o755);
}
