'use strict';

// Builds the service: compiles it, then packs it. Node runs both, so that it works in every shell, on Windows too.
const { spawnSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

/** Whether npm's Node is older than 20.19: such an npm skips the packages of the build that need a newer one. */
function isTooOld(release) {
  const [major, minor] = release.split('.').map(Number);
  return major < 20 || (major === 20 && minor < 19);
}

/** Builds with all output on stderr, because stdout may belong to a command. Returns whether it succeeded. */
function build() {
  // npm names its Node in the user agent. The Node of this process is the pinned one.
  const [, release] = / node\/v(\S+)/.exec(process.env.npm_config_user_agent) ?? [, process.versions.node];
  if (isTooOld(release)) {
    const advice = 'Install a newer Node, then run "npm ci" again.';
    console.error(`npm needs Node 20.19 or newer, but runs on ${release}. ${advice}`);
    return false;
  }
  const run = (...parameters) =>
    spawnSync(process.execPath, parameters, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  return run('node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json') && run('scripts/pack.js');
}

module.exports = { build };

if (require.main === module && !build()) process.exitCode = 1;
