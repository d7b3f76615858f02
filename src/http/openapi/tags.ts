import type { Group } from '../endpoint/declaration.js';

type Json = Record<string, unknown>;

const core = 'Core operations';
const further = 'Further operations';

/** A group's tag in the document, which is the title of the group. */
export function tagOf({ title }: Group): string {
  return title;
}

/** A group's tag with its description, which is the group's number in the interface. */
export function described(group: Group): Json {
  const { order, companion } = group;
  const number = order > 0 ? `${companion ? 'C' : 'E'}${order}` : 'Start here';
  return { name: tagOf(group), description: number };
}

/** The tags under two headings. One is for the groups of the interface, the other for the additions to it. */
export function grouped(groups: readonly Group[]): Json[] {
  const under = (beyond: boolean): string[] =>
    groups.filter(({ companion = false }) => companion === beyond).map(tagOf);
  return [
    { name: core, tags: under(false) },
    { name: further, tags: under(true) },
  ];
}
