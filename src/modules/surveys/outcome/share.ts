/** A part of a whole in hundredths, the nearest; a half is rounded up, and nothing of nothing is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((200 * part + whole) / (2 * whole));
}
