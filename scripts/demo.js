'use strict';

// Builds, fills a fresh demo database and starts the service on it. The service runs in this process, so that it
// receives signals.
const { existsSync } = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');
const { build } = require('./build.js');

const root = join(__dirname, '..');
process.env.DATABASE_URL ||= 'sqlite:data/demo.sqlite';
const address = { host: process.env.HOST || '127.0.0.1', port: process.env.PORT || '3000' };

const say = (text) => console.error(text);

// npm passes a signal to its shell only. dist/src/main.js watches the shell while the service runs.
const shell = process.ppid;
const isStopped = () => process.platform !== 'win32' && process.ppid !== shell;

function fill() {
  const command = ['dist/src/cli/main.js', 'demo', ...process.argv.slice(2)];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

// The options are those of `agency demo`. Its help needs a build, but no demo.
function help() {
  if (existsSync(join(root, 'dist/src/cli/main.js')) || build()) fill();
}

function start() {
  say('1/3 Building the service. This takes about 20 seconds.');
  if (!build() || isStopped()) return void (process.exitCode = 1);
  say('2/3 Filling a demo database with generated data.');
  if (!fill() || isStopped()) return void (process.exitCode = 1);
  say(`3/3 Starting. Open http://${address.host}:${address.port} in a browser; Ctrl-C stops the service.`);
  require(join(root, 'dist/src/main.js'));
}

// Check the port before changing files, because a running demo may use the files.
const probe = createServer();
const isHelp = process.argv.slice(2).some((option) => option === '--help' || option === '-h');
probe.once('error', ({ code }) => {
  if (code !== 'EADDRINUSE') return start();
  const { host, port } = address;
  console.error(`${host}:${port} is in use. Stop the process that uses it, or set another PORT. No file was changed.`);
  process.exitCode = 1;
});
try {
  if (isHelp) help();
  else probe.listen(address, () => probe.close(start));
} catch {
  // The service itself rejects an invalid port, with the other settings.
  start();
}
