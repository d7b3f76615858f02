import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { inScope } from '../api-keys/key-scope.js';
import { Forbidden, Unauthorized } from '../../errors/errors.js';
import type { AuthenticatedRequest } from './principal.js';
import { accessOf } from './route-access.js';

/** Who may call what, as declared. A route that declares nothing is refused. */
@Injectable()
export class RolesGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const { access, operation, whileEnrolling } = accessOf(execution);
    if (access === undefined) throw new Forbidden('This operation does not declare who may call it.');
    if (access === 'open') return true;
    const { user } = execution.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!user) throw new Unauthorized('Sign in first, or send an API key.');
    if (user.mustEnrol && !whileEnrolling)
      throw new Forbidden('Enrol in multi-factor authentication first: POST /v1/Auth/Mfa/Enrol.');
    if (operation && !inScope(user.scope, operation))
      throw new Forbidden(`This API key is limited to ${user.scope!.join(', ')}.`);
    if (access === 'authenticated' || access.some((role) => user.Roles.includes(role))) return true;
    throw new Forbidden(`This needs the role ${access.join(' or ')}.`);
  }
}
