import type { Group } from '../endpoint/declaration.js';

type Json = Record<string, unknown>;

const core = 'Core operations';
const further = 'Further operations';

/** The tag of a group, which is its title. */
export function tagOf({ title }: Group): string {
  return title;
}

/** A group's tag, with the group's number in the interface. */
export function described(group: Group): Json {
  const { order, companion } = group;
  const number = order > 0 ? `${companion ? 'C' : 'E'}${order}` : 'Start here';
  return { name: tagOf(group), description: number };
}

/** The tags under two headings: the interface, and its additions. */
export function grouped(groups: readonly Group[]): Json[] {
  const under = (beyond: boolean): string[] =>
    groups.filter(({ companion = false }) => companion === beyond).map(tagOf);
  return [
    { name: core, tags: under(false) },
    { name: further, tags: under(true) },
  ];
}
