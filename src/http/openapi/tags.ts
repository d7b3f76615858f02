import type { Group } from '../endpoint/declaration.js';

type Json = Record<string, unknown>;

const core = 'Core operations';
const further = 'Further operations';

export function tagOf({ title }: Group): string {
  return title;
}

/**
 * A group's tag. Its description is the number of the group: E1 to E15 for core groups, C1 to C19 for companion
 * groups.
 */
export function described(group: Group): Json {
  const { order, companion } = group;
  const number = order > 0 ? `${companion ? 'C' : 'E'}${order}` : 'Start here';
  return { name: tagOf(group), description: number };
}

export function grouped(groups: readonly Group[]): Json[] {
  const under = (beyond: boolean): string[] =>
    groups.filter(({ companion = false }) => companion === beyond).map(tagOf);
  return [
    { name: core, tags: under(false) },
    { name: further, tags: under(true) },
  ];
}
