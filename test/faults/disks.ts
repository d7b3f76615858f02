import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Mounts a new disk of that size in the folder while the work runs. This needs root or a mount namespace, as in
 * `unshare -rm npm run test:faults -- <path>`.
 */
export async function onDisk(folder: string, megabytes: number, work: (disk: string) => Promise<void>): Promise<void> {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
  try {
    await work(disk);
  } finally {
    execFileSync('umount', [disk]);
  }
}

export function fill(disk: string): void {
  const file = openSync(join(disk, 'filler'), 'w');
  try {
    for (const block = Buffer.alloc(4096); ;) writeSync(file, block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}
