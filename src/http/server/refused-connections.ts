let refused = 0;

export function connectionRefused(): void {
  refused++;
}

/** Connections of the process that were closed at once, because there were too many. */
export function refusedConnections(): number {
  return refused;
}
