'use strict';

// Runs the `agency` command of a checkout, and builds it first if needed. The command runs in this process, so that it
// receives signals and sets the exit code.
const { execSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const command = join(root, 'dist/src/cli/main.js');
// Write the output of the build to stderr, because stdout belongs to the command.
if (!existsSync(command)) execSync('npm run build', { cwd: root, stdio: ['ignore', 2, 2] });
require(command);
