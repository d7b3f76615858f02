import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Puts temporary files into a folder of the suite from now on, apart from those of parallel suites. */
export function ownTemporaryFolder(): { folder: string; drop: () => void } {
  const shared = tmpdir();
  const folder = (process.env.TMPDIR = mkdtempSync(join(shared, 'agency-suite-')));
  return {
    folder,
    drop() {
      process.env.TMPDIR = shared;
      rmSync(folder, { recursive: true });
    },
  };
}
