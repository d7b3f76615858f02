/** An edge of a graph: from a task to its parent or to a linked task. */
export interface Step {
  readonly from: number;
  readonly to: number;
}

/** The nodes on cycles, and on paths between two cycles, in ascending order. */
export function inCircles(steps: readonly Step[]): number[] {
  const within = peeled(peeled(steps, 'from', 'to'), 'to', 'from');
  return [...new Set(within.map(({ from }) => from))].sort((a, b) => a - b);
}

/** Repeatedly removes the nodes that are the `near` end of no edge; returns the remaining edges. */
function peeled(steps: readonly Step[], near: keyof Step, far: keyof Step): readonly Step[] {
  const further = new Map<number, number>();
  const back = new Map<number, Step[]>();
  for (const step of steps) {
    further.set(step[near], (further.get(step[near]) ?? 0) + 1);
    const others = back.get(step[far]);
    if (others) others.push(step);
    else back.set(step[far], [step]);
  }
  const ends = [...back.keys()].filter((thing) => !further.has(thing));
  for (let end = ends.pop(); end !== undefined; end = ends.pop())
    for (const step of back.get(end) ?? []) {
      const left = further.get(step[near])! - 1;
      further.set(step[near], left);
      if (left === 0) ends.push(step[near]);
    }
  // Keep an edge only if both of its nodes remain.
  return steps.filter((step) => further.get(step[near])! > 0 && (further.get(step[far]) ?? 0) > 0);
}
