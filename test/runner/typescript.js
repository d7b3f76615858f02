'use strict';

const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { compileFunction } = require('node:vm');
const { createScriptTransformer } = require('@jest/transform');

/** Compiled files by path; each is compiled once in a worker. */
const compiled = new Map();
let transformer;
let sourceMaps;

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...rest) =>
  resolve(parent?.filename?.endsWith('.ts') ? request.replace(/^(\.{1,2}\/.*)\.js$/, '$1') : request, parent, ...rest);

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  let file = compiled.get(filename);
  if (file?.source !== source) {
    const { code, sourceMapPath } = transformer.transform(filename, {}, source);
    const names = ['exports', 'require', 'module', '__filename', '__dirname'];
    file = { source, sourceMapPath, run: compileFunction(code, names, { filename }) };
    compiled.set(filename, file);
  }
  sourceMaps.set(filename, file.sourceMapPath);
  const { exports } = module;
  file.run.call(exports, exports, Module.createRequire(filename), module, filename, dirname(filename));
};

exports.loadTypescript = async (config, maps) => {
  transformer = await createScriptTransformer(config);
  sourceMaps = maps;
};

exports.forgetModules = (forgotten) => {
  for (const [path, module] of Object.entries(require.cache))
    if (forgotten(path)) Reflect.deleteProperty(require.cache, path);
    else module.children = module.children.filter(({ filename }) => !forgotten(filename));
};
