'use strict';

const { existsSync, mkdtempSync, rmSync, statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const memory = '/dev/shm';
const roomEnough = 2 ** 30;

/**
 * Before the first suite: a folder for the temporary files of this run, which ends with it. It lies in memory where
 * there is room: nothing in it is worth waiting for a disk.
 */
module.exports = () => {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'agency-tests-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // A run that is stopped exits too, instead of leaving the folder behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
};

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > roomEnough;
}
