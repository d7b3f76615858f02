import { setFlagsFromString } from 'node:v8';

/** Milliseconds. A start that takes longer has work to do, like a migration. */
const longestStart = 5000;

/**
 * Keeps the process small; call it first. V8 lets garbage grow to several times of what lives, as long as the machine
 * has memory: here to 1.4 times. Until the function that is given is called, the space of what is new stays as small
 * as it begins (it grows with what survives in it, which of a start is nearly all), nothing is compiled a second time
 * to run faster (the compiler's own memory stays with the process, and a start runs most of its code once), and what
 * is collected leaves no holes behind.
 */
export function keepHeapSmall(): () => void {
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-opt');
  setFlagsFromString('--compact-on-every-full-gc');
  const started = (): void => {
    setFlagsFromString('--semi-space-growth-factor=2');
    setFlagsFromString('--opt');
    setFlagsFromString('--no-compact-on-every-full-gc');
  };
  setTimeout(started, longestStart).unref();
  return started;
}
