'use strict';

const { existsSync } = require('node:fs');

const typescript = ['@swc/jest', require('./test/support/run/compiled.js')];
const nodeErrors = '<rootDir>/test/support/run/node-errors.js';
const project = {
  rootDir: __dirname,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.ts$': typescript },
  setupFiles: [nodeErrors],
};
const withMysql = Boolean(process.env.TEST_MYSQL_URL);
const withBrowser = existsSync(process.env.TEST_CHROMIUM ?? '/usr/bin/chromium');
const withFaults = Boolean(process.env.TEST_FAULTS);

/**
 * `sqlite` runs every suite. `mysql` runs the suites that use a database again, on TEST_MYSQL_URL. `browser` drives
 * Chromium. `faults` starts servers, and kills and freezes them (`npm run test:faults`, one suite at a time). A suite
 * for one database only is a `.sqlite-spec.ts` or a `.mysql-spec.ts`.
 */
module.exports = {
  // Use four workers even on two cores, because many suites wait for timers and other processes.
  maxWorkers: 4,
  // Start a worker anew when it has grown, because the modules of each suite stay in its memory.
  workerIdleMemoryLimit: '1GB',
  // Several times what the longest test takes beside other work. A test that hangs must not use up the time of the run.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/support/run/folder.js',
  reporters: ['default', '<rootDir>/test/support/run/times.js'],
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*spec.ts', '!src/extras/*/test/**'],
  projects: [
    {
      ...project,
      displayName: 'sqlite',
      testRegex: '\\.(e2e-|sqlite-)?spec\\.ts$',
      setupFiles: [nodeErrors, '<rootDir>/test/support/run/on-sqlite.js'],
    },
    {
      ...project,
      displayName: 'mysql',
      testRegex: withMysql ? ['\\.(e2e|mysql)-spec\\.ts$', '/src/database/.+\\.spec\\.ts$'] : '/test/skips/mysql\\.ts$',
    },
    {
      ...project,
      displayName: 'browser',
      testRegex: withBrowser ? '\\.browser-spec\\.ts$' : '/test/skips/browser\\.ts$',
      setupFiles: [nodeErrors, '<rootDir>/test/support/run/on-sqlite.js'],
    },
    {
      ...project,
      displayName: 'faults',
      testRegex: withFaults ? '\\.fault-spec\\.ts$' : '/test/skips/faults\\.ts$',
    },
  ],
};
