import { Invalid } from '../../errors/errors.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { fieldError } from '../../record/field-error.js';
import { longestScope } from './api-key.entity.js';

/** Operations that a scope can name as one. */
const groups = new Map<string, (operation: Operation) => boolean>([
  ['checkins', ({ resource }) => resource.name === 'CustomerCheckins'],
  ['queue', ({ name }) => name === 'listQueue'],
]);

/** The scope as it is stored. Throws Invalid for what is neither an operation nor a group, and where there is none. */
export function scopeOf(names: readonly string[], operations: readonly Operation[]): string {
  if (names.length === 0)
    throw new Invalid([
      fieldError(
        'NotEmpty',
        'Scope',
        'must name at least one operation or group; leave it out for a key without limits',
      ),
    ]);
  const unknown = names.filter((name) => !groups.has(name) && !operations.some((operation) => operation.name === name));
  if (unknown.length > 0)
    throw new Invalid([fieldError('Unknown', 'Scope', `names operations that do not exist: ${unknown.join(', ')}`)]);
  const text = names.join(',');
  if (text.length > longestScope)
    throw new Invalid([fieldError('Length', 'Scope', `must have ${longestScope} characters at most`)]);
  return text;
}

/** Whether a scope holds the operation; undefined: it is not limited. */
export function inScope(scope: readonly string[] | undefined, operation: Operation): boolean {
  return scope?.some((entry) => entry === operation.name || groups.get(entry)?.(operation)) ?? true;
}
