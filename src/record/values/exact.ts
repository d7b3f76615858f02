/**
 * An exact number. A whole number is a JavaScript number if it is a safe integer, otherwise decimal text. A decimal is
 * the whole number of its smallest units: 12.5 at scale 4 is 125000.
 */
export type Exact = number | string;

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

export function toExact(value: bigint): Exact {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** Converts whole-number text to an exact number; undefined for other text and beyond int64. */
export function parseInt64(text: string): Exact | undefined {
  const value = parseDecimal(text, 0);
  return value === undefined || value < int64.min || value > int64.max ? undefined : toExact(value);
}

/** Converts decimal text to smallest units; undefined for other text and for more digits than the scale. */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const found = decimal.exec(text);
  if (!found) return undefined;
  const [, sign, units, fraction = '', exponent = '0'] = found;
  const digits = units + fraction;
  const point = units.length + Number(exponent) + scale;
  if (point > 40 || (point < digits.length && /[1-9]/.test(digits.slice(Math.max(point, 0))))) return undefined;
  const scaled = digits.slice(0, Math.max(point, 0)).padEnd(point, '0') || '0';
  return BigInt(sign + scaled);
}

/** Converts smallest units to decimal text without trailing zeros: 125000 at scale 4 is 12.5. */
export function formatDecimal(units: Exact | bigint, scale: number): string {
  const text = String(units);
  const negative = text.startsWith('-');
  const digits = (negative ? text.slice(1) : text).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const magnitude = digits.slice(0, digits.length - scale) + (scale > 0 && fraction ? `.${fraction}` : '');
  return negative ? `-${magnitude}` : magnitude;
}

export function compareExact(a: Exact, b: Exact): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [BigInt(a), BigInt(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
