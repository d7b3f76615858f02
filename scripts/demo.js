'use strict';

// Fills a fresh demo database and starts the built service on it, in this process, so that its signals are the service's own.
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

process.env.DATABASE_URL ||= 'sqlite:data/demo.sqlite';
const built = join(__dirname, '../dist/src');
const filled = spawnSync(process.execPath, [join(built, 'cli/main.js'), 'demo', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (filled.status === 0) require(join(built, 'main.js'));
else process.exitCode = filled.status ?? 1;
