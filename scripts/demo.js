'use strict';

// Builds, fills a fresh demo database and starts the service on it: npm run demo -- <options of `agency demo`>
// The service runs in this process, so that it receives signals.
const { spawnSync } = require('node:child_process');
const { createServer } = require('node:net');
const { join } = require('node:path');

const root = join(__dirname, '..');
process.env.DATABASE_URL ||= 'sqlite:data/demo.sqlite';
const [host, port] = [process.env.HOST || '127.0.0.1', process.env.PORT || '3000'];
const options = process.argv.slice(2);

const say = (text) => console.error(text);

/** Runs a command, and ends this process if it fails. */
function run(command, args, more) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...more });
  if (status !== 0) process.exit(status ?? 1);
}

const fill = () => run(process.execPath, ['scripts/agency.js', 'demo', ...options]);

function demo() {
  const began = Date.now();
  say('1/3 Building the service.');
  // Windows finds npm only through a shell.
  run('npm run --silent build', [], { shell: true });
  say(`2/3 Built in ${Math.round((Date.now() - began) / 1000)} s. Filling a demo database with generated data.`);
  fill();
  say(`3/3 Starting. Open http://${host}:${port} in a browser; Ctrl-C stops the service.`);
  require(join(root, 'dist/src/main.js'));
}

// Check the port before changing files, because a running demo may use the files. The service itself reports other
// problems of the address.
const probe = createServer();
probe.once('error', ({ code }) => {
  if (code !== 'EADDRINUSE') return demo();
  say(`${host}:${port} is in use. Stop the process that uses it, or set another PORT. No file was changed.`);
  process.exitCode = 1;
});
if (options.some((option) => option === '--help' || option === '-h')) fill();
else probe.listen({ host, port }, () => probe.close(demo));
