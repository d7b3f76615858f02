'use strict';

// Writes the service's settings into .env.example, compose.yaml and the table of docs/operations.md:
//   npm run settings
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { scripts } = require('../package.json');

const begin = '<!-- settings: written by npm run settings -->\n';
const end = '<!-- end of settings -->';

/** settings: name, description, default and whether it is a secret. */
function example(settings) {
  const entries = settings.map(({ name, description, default: value }) => {
    return `# ${description}\n${value === '' ? '# ' : ''}${name}=${value}\n`;
  });
  const start = scripts.start.replace('node ', 'node --env-file=.env ');
  const head = `# The service's settings and their defaults. Copy to .env and load it with:\n# ${start}\n`;
  return [head, ...entries].join('\n');
}

/** The document with its table of settings replaced. */
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

/** Settings that the image or compose.yaml sets or requires. */
const ofContainer = ['NODE_ENV', 'HOST', 'PORT', 'DATABASE_URL', 'JWT_SECRET', 'FIELD_KEY', 'TRUST_PROXY'];

/** compose.yaml with its list of settings replaced. The service treats an empty variable as unset. */
function withVariables(compose, settings) {
  const [begin, end] = ['    # settings: written by npm run settings\n', '    # settings: end\n'];
  const [before, rest] = [compose.indexOf(begin) + begin.length, compose.indexOf(end)];
  if (before < begin.length || rest < before) throw new Error('The marks of the settings are missing.');
  const names = settings.map(({ name }) => name).filter((name) => !ofContainer.includes(name));
  return compose.slice(0, before) + names.map((name) => `    ${name}: \${${name}:-}\n`).join('') + compose.slice(rest);
}

module.exports = { example, withTable, withVariables };

if (require.main === module) {
  const root = join(__dirname, '..');
  const { settings } = require(join(root, 'dist/src/config/settings/environment.js'));
  const [operations, compose] = ['docs/operations.md', 'compose.yaml'].map((file) => join(root, file));
  writeFileSync(join(root, '.env.example'), example(settings));
  writeFileSync(operations, withTable(readFileSync(operations, 'utf8'), settings));
  writeFileSync(compose, withVariables(readFileSync(compose, 'utf8'), settings));
}
