import type { Group } from '../endpoint/declaration.js';

type Json = Record<string, unknown>;

const core = 'Core operations';
const further = 'Further operations';

export function tagOf({ title }: Group): string {
  return title;
}

/** The numbers of core groups are E1 to E15, those of companion groups C1 to C19. */
export function described(group: Group): Json {
  const { order, companion } = group;
  const description = order > 0 ? `Group ${companion ? 'C' : 'E'}${order}` : 'Start here';
  return { name: tagOf(group), description };
}

export function grouped(groups: readonly Group[]): Json[] {
  const under = (beyond: boolean): string[] =>
    groups.filter(({ companion = false }) => companion === beyond).map(tagOf);
  return [
    { name: core, tags: under(false) },
    { name: further, tags: under(true) },
  ];
}
