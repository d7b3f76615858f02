import { setImmediate } from 'node:timers';
import { currentCall } from './call-context.js';

/**
 * Milliseconds of work in one turn of the event loop, after which further work waits for a later turn. With 4 ms
 * instead, eight clients that read pages of contacts were served one by one, and a call cost a quarter more.
 */
export const turnLength = 10;

/** The work that waits for a turn, by its user. The work of the first user is next. */
const waiting = new Map<string, (() => void)[]>();
/** When the work of the present turn of the event loop began. */
let began: number | undefined;

/**
 * Whether the work of all calls has used up the present turn of the event loop. Long work then awaits `nextTurn`, so
 * that short calls need not wait for it.
 */
export function isTurnOver(): boolean {
  begin();
  return performance.now() - began! > turnLength;
}

/** Waits for a turn of the event loop. Each turn goes to one call, and the users take turns. */
export function nextTurn(): Promise<void> {
  const user = currentCall()?.userId ?? '';
  begin();
  return new Promise((resolve) => {
    const own = waiting.get(user);
    if (own) own.push(resolve);
    else waiting.set(user, [resolve]);
  });
}

function begin(): void {
  if (began !== undefined) return;
  began = performance.now();
  setImmediate(end);
}

/** Ends a turn. If work waits, begins the next one with it. */
function end(): void {
  began = undefined;
  for (const [user, own] of waiting) {
    begin();
    waiting.delete(user);
    const resolve = own.shift()!;
    if (own.length > 0) waiting.set(user, own);
    resolve();
    return;
  }
}
