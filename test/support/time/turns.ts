/** Runs work, and counts the turns of the event loop that it gives to others. */
export async function turnsOf<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  // Each look at the clock finds that the turn is over, however fast the machine is.
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  let turns = 0;
  const turn = (): void => {
    turns++;
    others = setImmediate(turn);
  };
  let others = setImmediate(turn);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    clearImmediate(others);
    // A turn that began by this clock must not end by the true one.
    await new Promise(setImmediate);
    clock.mockRestore();
  }
}
