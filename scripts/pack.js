'use strict';

// The built service and its command, each packed into the one file that starts it: Node then reads one file where it
// would look for two thousand. What is native, and what is served as it is, stays where npm put it.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

const root = join(__dirname, '..');

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
  entryPoints: ['dist/src/main.js', 'dist/src/cli/main.js'],
  outdir: 'dist/src',
  outbase: 'dist/src',
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
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
