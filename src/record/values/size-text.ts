const units = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** A number of bytes for people, in the largest unit of which it is a multiple: `25 MiB`, `5,000 bytes`. */
export function sizeText(bytes: number): string {
  const [name, size] = units.find(([, each]) => bytes >= each && bytes % each === 0) ?? ['bytes', 1];
  return `${(bytes / size).toLocaleString('en-US')} ${name}`;
}
