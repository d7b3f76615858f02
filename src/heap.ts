import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the process small; call it first. V8 lets garbage grow to several times of what lives, as long as the machine
 * has memory: here to 1.4 times. And the space of what is new grows with what survives in it, which of a start is
 * nearly all: it stays as small as it begins until the function that is given is called.
 */
export function keepHeapSmall(): () => void {
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--semi-space-growth-factor=1');
  return () => setFlagsFromString('--semi-space-growth-factor=2');
}
