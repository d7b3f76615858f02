'use strict';

// Builds, fills a fresh demo database and starts the service on it. The service runs
// in this process, so that signals reach it.
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const root = join(__dirname, '..');
process.env.DATABASE_URL ||= 'sqlite:data/demo.sqlite';

const run = (command, ...parameters) => spawnSync(command, parameters, { cwd: root, stdio: 'inherit' }).status === 0;
const ready =
  run('npm', 'run', '--silent', 'build') &&
  run(process.execPath, 'dist/src/cli/main.js', 'demo', ...process.argv.slice(2));
if (ready) require(join(root, 'dist/src/main.js'));
else process.exitCode = 1;
