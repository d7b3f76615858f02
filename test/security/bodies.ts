import type { Example } from '../clients/examples.js';

/** A copy of the value with `other` at the path `at`, such as ['lines', 'ID']. In a list, it changes the first item. */
export function put(value: unknown, at: readonly string[], other: unknown): unknown {
  if (at.length === 0) return Array.isArray(value) && !Array.isArray(other) ? [other] : other;
  if (Array.isArray(value)) return [put(value[0], at, other), ...value.slice(1)];
  const [name, ...rest] = at;
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [name]: put(record[name], rest, other) };
}

/** The value with only the first item of each list. */
export function firstItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstItems);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, firstItems(one)]));
}

/** Whether the value has a value at the path `at`. In a list, it looks at the first item. */
export function holds(value: unknown, at: readonly string[]): boolean {
  if (at.length === 0) return value !== undefined;
  const [name, ...rest] = at;
  const within = (Array.isArray(value) ? value[0] : value) as Record<string, unknown> | undefined;
  return within !== undefined && holds(within[name], rest);
}

/** The example of the operation with that verb and path. */
export function exampleAt(examples: Iterable<Example>, verb: string, template: string): Example {
  const shape = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
  for (const example of examples)
    if (example.verb === verb.toLowerCase() && shape(example.template) === shape(template)) return example;
  throw new Error(`${verb} ${template} has no example.`);
}
