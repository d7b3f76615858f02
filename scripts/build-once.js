'use strict';

// Builds when nothing is built yet. All output goes to stderr: stdout belongs to the command that follows.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const root = join(__dirname, '..');
if (!existsSync(join(root, 'dist/src/cli/main.js'))) {
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  process.exitCode = built.status ?? 1;
}
