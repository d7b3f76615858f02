import type { ResourceDeclaration } from '../endpoint/declaration.js';

type Json = Record<string, unknown>;

const core = 'Core operations';
const further = 'Further operations';

/** The name of a group, in plain words. */
export function tagOf({ title }: ResourceDeclaration): string {
  return title;
}

/** A group's tag, with the number by which the interface knows it. */
export function described(resource: ResourceDeclaration): Json {
  const { order, companion } = resource;
  const number = order > 0 ? `${companion ? 'C' : 'E'}${order}` : 'Start here';
  return { name: tagOf(resource), description: number };
}

/** The tags under their headings: the interface, and what goes beyond it. */
export function grouped(resources: readonly ResourceDeclaration[]): Json[] {
  const under = (beyond: boolean): string[] =>
    resources.filter(({ companion = false }) => companion === beyond).map(tagOf);
  return [
    { name: core, tags: under(false) },
    { name: further, tags: under(true) },
  ];
}
