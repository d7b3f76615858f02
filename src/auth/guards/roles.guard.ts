import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { inScope } from '../api-keys/key-scope.js';
import { Forbidden, Unauthorized } from '../../errors/errors.js';
import type { AuthenticatedRequest } from './principal.js';
import { OwnRolePermissions } from './own-role-permissions.service.js';
import { accessOf } from './route-access.js';

/** Who may call what, as declared, or as a role of one's own says. A route that declares nothing is refused. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly ownRoles: OwnRolePermissions) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const { access, operation, whileEnrolling, whileChangingPassword } = accessOf(execution);
    if (access === undefined) throw new Forbidden('This operation does not declare who may call it.');
    if (access === 'open') return true;
    const request = execution.switchToHttp().getRequest<AuthenticatedRequest>();
    const { user } = request;
    if (!user) throw new Unauthorized('Sign in first, or send an API key.');
    // The password comes first: enrolling takes it.
    if (user.mustChangePassword) {
      if (!whileChangingPassword) throw new Forbidden('Change your password first: POST /v1/Auth/Password.');
    } else if (user.mustEnrol && !whileEnrolling)
      throw new Forbidden('Enrol in multi-factor authentication first: POST /v1/Auth/Mfa/Enrol.');
    if (operation && !inScope(user.scope, operation))
      throw new Forbidden(`This API key is limited to ${user.scope!.join(', ')}.`);
    const isByOwnRole =
      operation !== undefined &&
      operation.resource.delegable !== false &&
      (await this.ownRoles.open(user, operation.name));
    if (isByOwnRole) request.user = { ...user, isByOwnRole };
    if (isByOwnRole || access === 'authenticated' || access.some((role) => user.Roles.includes(role))) return true;
    throw new Forbidden(`This needs the role ${access.join(' or ')}.`);
  }
}
