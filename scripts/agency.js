'use strict';

// The `agency` command of a checkout, built first if it is not yet. It runs in this process, so that signals and exit
// codes are its own; the build's output goes to stderr, because stdout belongs to the command.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const root = join(__dirname, '..');
const command = join(root, 'dist/src/cli/main.js');
const built =
  existsSync(command) ||
  spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
if (built) require(command);
else process.exitCode = 1;
