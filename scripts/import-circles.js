'use strict';

// Holds the sources to imports without circles, those of types alone among them:
//   npm run lint
const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { preProcessFile } = require('typescript');

const sources = ['src', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
);
const imports = new Map(sources.filter((name) => name.endsWith('.ts')).map((file) => [file, importsOf(file)]));
const walked = new Set();

function importsOf(file) {
  const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'));
  const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  return own.map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'));
}

/** The first circle on the way from a file; path: how it was reached. */
function circle(file, path = []) {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (walked.has(file)) return undefined;
  for (const next of imports.get(file) ?? []) {
    const found = circle(next, [...path, file]);
    if (found) return found;
  }
  walked.add(file);
  return undefined;
}

for (const file of imports.keys()) {
  const found = circle(file);
  if (!found) continue;
  console.error(`Imports go round in a circle: ${found.join(' → ')}`);
  process.exitCode = 1;
  break;
}
