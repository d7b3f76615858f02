import { mkdirSync, rmSync, statSync } from 'node:fs';

/** A lock that is older than this, in milliseconds, is from a killed process, because no work takes so long. */
const leftBehind = 300_000;

/** Takes the lock, a folder, which `release` gives back. Returns false if another process or call has it. */
export function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    // Another process may have removed the lock meanwhile.
    const held = statSync(lock, { throwIfNoEntry: false });
    if (held && Date.now() - held.mtimeMs > leftBehind) release(lock);
    return false;
  }
}

export function release(lock: string): void {
  rmSync(lock, { recursive: true, force: true });
}
