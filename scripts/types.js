'use strict';

// Writes the types of openapi.json for TypeScript, without what openapi-typescript would repeat at each operation: the
// descriptions of shared parameters and of successes, and examples. They would take a third of the file. The type of a
// file is Blob.
//   node scripts/types.js [file]
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const prettier = require('prettier');
const { factory } = require('typescript');

const root = join(__dirname, '..');
const committed = join(root, 'clients/typescript/schema.d.ts');

async function main(file) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const isLeftOut = (name, value) =>
    name === 'example' || name === 'examples' || (name === 'description' && value === 'Success.');
  const text = readFileSync(join(root, 'openapi.json'), 'utf8');
  const document = JSON.parse(text, (name, value) => (isLeftOut(name, value) ? undefined : value));
  for (const parameter of Object.values(document.components.parameters)) delete parameter.description;
  const transform = ({ format }) => (format === 'binary' ? factory.createTypeReferenceNode('Blob') : undefined);
  const types = astToString(await openapiTS(document, { transform }));
  const layout = { ...(await prettier.resolveConfig(committed)), parser: 'typescript' };
  writeFileSync(file, await prettier.format(types, layout));
}

main(process.argv[2] ?? committed).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
