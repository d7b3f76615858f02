import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which other calls get a turn of the event loop. */
const slice = 4;

/** Slices long work on a response or file, so that the event loop serves other calls in between. */
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
