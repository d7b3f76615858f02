'use strict';

// Fails if imports, including type imports, form a cycle between files or between the folders of a room.
//   npm run lint
const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');
const { preProcessFile } = require('typescript');

const sources = ['src', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
);
const imports = new Map(sources.filter((name) => name.endsWith('.ts')).map((file) => [file, importsOf(file)]));

function importsOf(file) {
  const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'));
  const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  return own.map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'));
}

/** The imports between the folders and top-level files of a room; tests may import everything. */
function foldersOf(room) {
  const folderOf = (file) => join(room, relative(room, file).split(sep)[0]);
  const folders = new Map();
  for (const [file, imported] of imports) {
    if (!file.startsWith(room + sep) || file.endsWith('spec.ts')) continue;
    const from = folderOf(file);
    const to = imported.filter((other) => other.startsWith(room + sep)).map(folderOf);
    folders.set(from, [...(folders.get(from) ?? []), ...to.filter((other) => other !== from)]);
  }
  return folders;
}

/** The first cycle of a graph, if it has one. */
function cycleOf(graph) {
  const walked = new Set();
  const walk = (node, path) => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (walked.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const found = walk(next, [...path, node]);
      if (found) return found;
    }
    walked.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = walk(node, []);
    if (found) return found;
  }
  return undefined;
}

const rooms = ['auth', 'database', 'extras', 'http', 'jobs', 'observability', 'record', 'sets'].map((room) =>
  join('src', room),
);
for (const graph of [imports, ...rooms.map(foldersOf)]) {
  const found = cycleOf(graph);
  if (!found) continue;
  console.error(`These imports form a cycle: ${found.join(' → ')}`);
  process.exitCode = 1;
}
