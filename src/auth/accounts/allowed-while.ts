import { SetMetadata } from '@nestjs/common';
import type { Operation } from '../../http/endpoint/operation.js';

/** What a user must complete before other operations are allowed. */
type Duty = 'changing the password' | 'enrolling';

const dutiesKey = 'agency:allowed-while';

/**
 * Allows an operation before the user has changed a password that the service generated, or has completed a required
 * enrolment in multi-factor authentication.
 */
export const AllowedWhile = (...duties: Duty[]): MethodDecorator => SetMetadata(dutiesKey, duties);

export function isAllowedWhile(duty: Duty, { handler }: Pick<Operation, 'handler'>): boolean {
  const duties = Reflect.getMetadata(dutiesKey, handler) as Duty[] | undefined;
  return duties?.includes(duty) ?? false;
}
