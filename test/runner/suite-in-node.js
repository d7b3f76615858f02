'use strict';

const { default: circus } = require('jest-circus/runner');
const { forgetModules, loadTypescript } = require('./typescript.js');

/** The parts of `jest` that suites use. The others need Jest's own module loader, which is not used here. */
const mocking = ['fn', 'spyOn', 'mocked', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks', 'setTimeout'];
const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

/**
 * Runs a suite as Jest does, except that Node itself loads the suite and its imports, in the realm of the worker:
 * packages once for each worker, the service's and the suite's own files again for each suite.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath, ...rest) => {
  const restore = remember();
  await loadTypescript(config, runtime.getSourceMaps());
  runtime.requireInternalModule = require;
  runtime.requireModule = (path) => {
    const { jest, ...globals } = runtime.requireModuleOrMock(testPath, '@jest/globals');
    const { console } = environment.global;
    Object.assign(globalThis, globals, {
      console,
      jest: Object.fromEntries(mocking.map((name) => [name, jest[name]])),
    });
    const loaded = require(path);
    globalThis[timeout] = environment.global[timeout];
    return loaded;
  };
  // Do not await: the frame of this function would be the first in the stack of every failure.
  return circus(globalConfig, config, environment, runtime, testPath, ...rest).finally(() => {
    forgetModules((path) => path.endsWith('.ts') || /\/(jest-circus|class-transformer)\//.test(path));
    restore();
  });
};

/** Saves the global state that a suite may change, and returns a function that restores it. */
function remember() {
  const { console, setInterval } = globalThis;
  const { exitCode } = process;
  const intervals = new Set();
  globalThis.setInterval = (...given) => {
    const interval = setInterval(...given);
    intervals.add(interval);
    return interval;
  };
  const env = { ...process.env };
  const globals = new Set(Reflect.ownKeys(globalThis));
  return () => {
    for (const name of Reflect.ownKeys(globalThis)) if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
    for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    Object.assign(globalThis, { console, setInterval });
    intervals.forEach(clearInterval);
    process.exitCode = exitCode;
  };
}
