'use strict';

// Builds the service: compiles it, then packs it. Node runs both, so that it works in every shell, on Windows too.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const root = join(__dirname, '..');

/** Builds with all output on stderr, because stdout may belong to a command. Returns whether it succeeded. */
function build() {
  const run = (...parameters) =>
    spawnSync(process.execPath, parameters, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
  return run(require.resolve('@nestjs/cli/bin/nest.js'), 'build') && run('scripts/pack.js');
}

module.exports = { build };

if (require.main === module && !build()) process.exitCode = 1;
