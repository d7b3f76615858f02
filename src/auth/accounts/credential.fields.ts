import { refuse } from '../../errors/errors.js';
import { missing, type Bound } from '../../record/bind.js';
import type { Class } from '../../record/field-types.js';
import { Text } from '../../record/fields.js';

export const longestPassword = 256;
export const longestUserName = 200;

/** The caller's own password, which an operation that changes a credential needs. */
export const OwnPassword = (): PropertyDecorator =>
  Text(longestPassword, {
    secret: true,
    description: 'Your own password. Required unless this session verified it in the last 5 minutes.',
  });

export const OneTimeCode = (): PropertyDecorator =>
  Text(40, {
    secret: true,
    description: "The authenticator app's six digits, or a recovery code, if multi-factor authentication is active.",
  });

/** Returns the request if it has all required fields. Throws Invalid otherwise. */
export function complete<T extends object>(record: Class<T>, request: Bound<T>): T {
  refuse(missing(record, request));
  return request as T;
}
