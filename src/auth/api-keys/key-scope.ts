import { Invalid } from '../../errors/errors.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { fieldError, tooLong } from '../../record/field-error.js';
import { longestScope } from './api-key.entity.js';

/** The scope of kiosk keys, which belong to locations. A user's key cannot have it. */
export const kiosk = 'kiosk';
/** A key with only this scope is the token of a calendar address. It permits no operation. */
export const calendar = 'calendar';

/** Groups of operations that a scope can name. */
const groups = new Map<string, (operation: Operation) => boolean>([
  ['checkins', ({ group }) => group.name === 'CustomerCheckins'],
  [calendar, () => false],
  ['queue', ({ name }) => name === 'listQueue' || name === 'readLocation'],
  [kiosk, ({ name }) => name === 'listLines' || name === 'selfCheckIn'],
]);

/** Returns the scope as stored text. Throws Invalid for an empty scope and for an unknown operation or group. */
export function scopeOf(names: readonly string[], operations: readonly Operation[]): string {
  if (names.length === 0)
    throw new Invalid([
      fieldError(
        'NotEmpty',
        'Scope',
        'must name at least one operation or group; leave it out for a key without limits',
      ),
    ]);
  if (names.includes(kiosk))
    throw new Invalid([
      fieldError(
        'Invalid',
        'Scope',
        'cannot be kiosk: such a key belongs to a location (POST /v1/Locations/{LocationId}/KioskKeys)',
      ),
    ]);
  const unknown = names.filter((name) => !groups.has(name) && !operations.some((operation) => operation.name === name));
  if (unknown.length > 0)
    throw new Invalid([fieldError('Unknown', 'Scope', `names operations that do not exist: ${unknown.join(', ')}`)]);
  const text = names.join(',');
  if (text.length > longestScope) throw new Invalid([tooLong('Scope', longestScope)]);
  return text;
}

/** Whether the scope of a key includes the operation. An undefined scope includes all operations. */
export function inScope(scope: readonly string[] | undefined, operation: Operation): boolean {
  return scope?.some((entry) => entry === operation.name || groups.get(entry)?.(operation)) ?? true;
}
