import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthorized } from '../../errors/errors.js';
import type { AuthenticatedRequest, Principal } from './principal.js';

/** The authenticated user of the call: `@Caller() caller: Principal`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!user) throw new Unauthorized('Sign in first.');
  return user;
});
