/** Ids are text on the wire: the number behind one, or undefined for what no stored id looks like. */
export function readId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
}
