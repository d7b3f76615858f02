import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which the other calls get their turn. */
const slice = 4;

/** Work on a long answer or a long file, in slices between which the event loop serves the other calls. */
export class TimeSlice {
  private began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.began > slice;
  }

  async yield(): Promise<void> {
    await nextTurn();
    this.began = performance.now();
  }
}
