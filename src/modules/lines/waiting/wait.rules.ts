/**
 * Minutes until a line's next free station: every visit ahead takes the line's duration, shared out among the stations.
 */
export function waitMinutes(durationMinutes: number, visitsAhead: number, openStations: number): number {
  return Math.ceil((durationMinutes * visitsAhead) / Math.max(1, openStations));
}
