'use strict';

const { existsSync, mkdtempSync, rmSync, statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const memory = '/dev/shm';
const roomEnough = 2 ** 30;

/**
 * Creates a folder for the temporary files of this run before the first suite, and removes it at the end. It is in
 * memory if there is room, because no test needs a disk. All suites of a run copy its migrated and filled databases.
 */
module.exports = () => {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'agency-tests-'));
  process.env.TMPDIR = folder;
  // Suites start the service and its command many times: Node compiles each of them once.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Exit when the run is interrupted, so that the folder is removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
};

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > roomEnough;
}
