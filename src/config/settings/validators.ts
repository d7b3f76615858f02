import { makeValidator, type OptionalValidatorSpec, type RequiredValidatorSpec } from 'envalid';

/** The message never repeats the value, which may be a misplaced secret. */
class Refused extends Error {}

/** Throws an error that states what the setting must be. */
export function refuse(allowed: string): never {
  throw new Refused(`must be ${allowed}`);
}

/** Loopback names and addresses. */
export const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** The parts of a comma-separated list. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const flag = makeValidator<boolean>((text) => {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : refuse('true or false');
});

interface Setting<Default> {
  default: Default;
  desc: string;
}

export function whole(min: number, max: number, setting: Setting<number>): RequiredValidatorSpec<number> {
  const validator = makeValidator<number>((text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : refuse(`a whole number between ${min} and ${max}`);
  });
  return validator<number>(setting);
}

/** Seconds of a day. */
export const day = 24 * 3600;
/** Milliseconds of each unit, the smallest first. */
const units = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', day * 1000],
]);

/** The validators whose values are in milliseconds. */
export const durations = new Set<unknown>();

/** Formats `seconds` as a whole number of the largest possible unit. */
function shown(seconds: number): string {
  const all = seconds * 1000;
  const [name, size] = [...units].findLast(([, each]) => all >= each && all % each === 0) ?? ['s', 1000];
  return `${all / size}${name}`;
}

export function duration(min: number, max: number, setting: Setting<number>): RequiredValidatorSpec<number>;
export function duration(min: number, max: number, setting: Setting<undefined>): OptionalValidatorSpec<number>;
/** Converts seconds (`5`, `2.5s`) or `500ms`, `30m`, `12h`, `14d` to milliseconds. `min` and `max` are in seconds. */
export function duration(min: number, max: number, setting: Setting<number | undefined>) {
  const validator = makeValidator<number>((text) => {
    const found = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|[smhd])?$/.exec(text.trim());
    const value = found ? Math.round(Number(found[1]) * units.get(found.at(2) ?? 's')!) : NaN;
    return value >= min * 1000 && value <= max * 1000
      ? value
      : refuse(`a duration between ${shown(min)} and ${shown(max)}: seconds, or a unit as in 500ms, 30m, 12h, 14d`);
  });
  const spec =
    setting.default === undefined
      ? validator<number>({ ...setting, default: undefined })
      : validator<number>({ ...setting, default: setting.default });
  durations.add(spec);
  return spec;
}

/** Whether a URL is https, or http on this machine. */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Whether a URL names this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** A URL without query as text, without a slash at its end. */
export const withoutSlash = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '');
