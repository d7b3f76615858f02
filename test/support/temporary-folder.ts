import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From now on temporary files lie in a folder of the suite's own, apart from those of suites that run beside it. */
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
