'use strict';

// Builds, fills a fresh demo database and starts the service on it. The service runs
// in this process, so that signals reach it.
const { createServer } = require('node:net');
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const root = join(__dirname, '..');
process.env.DATABASE_URL ||= 'sqlite:data/demo.sqlite';
const address = { host: process.env.HOST || '127.0.0.1', port: process.env.PORT || '3000' };

const run = (command, ...parameters) => spawnSync(command, parameters, { cwd: root, stdio: 'inherit' }).status === 0;

function start() {
  const ready =
    run('npm', 'run', '--silent', 'build') &&
    run(process.execPath, 'dist/src/cli/main.js', 'demo', ...process.argv.slice(2));
  if (ready) require(join(root, 'dist/src/main.js'));
  else process.exitCode = 1;
}

// What listens there may be the demo itself: the port comes before anything that changes what it stands on.
const probe = createServer();
probe.once('error', ({ code }) => {
  if (code !== 'EADDRINUSE') return start();
  const { host, port } = address;
  console.error(`${host}:${port} is in use, and nothing was changed: stop what listens there, or set another PORT.`);
  process.exitCode = 1;
});
try {
  probe.listen(address, () => probe.close(start));
} catch {
  // What is no port is refused with the other settings.
  start();
}
