'use strict';

// Limits lines of README.md and docs/ to 120 characters; tables, fenced code and long words may be wider:
//   npm run lint
const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const widest = 120;

function longLines(file) {
  let fenced = false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.startsWith('```')) fenced = !fenced;
      const free = fenced || line.startsWith('|') || !line.trim().includes(' ');
      return !free && [...line].length > widest ? [`${file}:${index + 1}: longer than ${widest} characters`] : [];
    });
}

const docs = readdirSync('docs', { recursive: true }).map((name) => join('docs', name));
const found = ['README.md', ...docs].filter((name) => name.endsWith('.md')).flatMap(longLines);
for (const problem of found) console.error(problem);
process.exitCode = found.length === 0 ? 0 : 1;
