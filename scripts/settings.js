'use strict';

// Writes the settings, as the service states them, into .env.example and the table of docs/operations.md:
//   npm run settings
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const begin = '<!-- settings: written by npm run settings -->\n';
const end = '<!-- end of settings -->';

/** settings: name, description, default and whether it is a secret. */
function example(settings) {
  const entries = settings.map(({ name, description, default: value }) => {
    return `# ${description}\n${value === '' ? '# ' : ''}${name}=${value}\n`;
  });
  const head =
    "# The service's settings and their defaults. Copy to .env and load it with: " +
    'node --env-file=.env dist/src/main.js\n';
  return [head, ...entries].join('\n');
}

/** The document with the table between its two marks made anew. */
function withTable(document, settings) {
  const rows = settings.map(({ name, description, default: value, secret }) => {
    const shown = value === '' ? '' : `\`${value}\``;
    return `| \`${name}\` | ${shown} | ${description.replaceAll('|', '\\|')}${secret ? ' **Secret.**' : ''} |\n`;
  });
  const [before, rest] = [document.indexOf(begin) + begin.length, document.indexOf(end)];
  if (before < begin.length || rest < before) throw new Error('The marks of the table are missing.');
  const table = `| setting | default | meaning |\n|---|---|---|\n${rows.join('')}`;
  return document.slice(0, before) + table + document.slice(rest);
}

module.exports = { example, withTable };

if (require.main === module) {
  const root = join(__dirname, '..');
  const { settings } = require(join(root, 'dist/src/config/environment.js'));
  const operations = join(root, 'docs/operations.md');
  writeFileSync(join(root, '.env.example'), example(settings));
  writeFileSync(operations, withTable(readFileSync(operations, 'utf8'), settings));
}
