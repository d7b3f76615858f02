'use strict';

// Runs the `agency` command of a checkout, and builds it first if needed. The command runs in this process, so that it
// receives signals and sets the exit code.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('./build.js');

const command = join(__dirname, '../dist/src/cli/main.js');
if (existsSync(command) || build()) require(command);
else process.exitCode = 1;
