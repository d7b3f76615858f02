'use strict';

const { readFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { fileURLToPath } = require('node:url');

// A Worker of the service runs outside of Jest. With these hooks it loads the same sources, compiled in the same way.
registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const { transformSync } = require('@swc/core');
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), require('./compiled.js'));
    return { format: 'commonjs', source: code, shortCircuit: true };
  },
});
