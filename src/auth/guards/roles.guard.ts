import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Forbidden, Unauthorized } from '../../errors/errors.js';
import { CallDecision } from './call-decision.service.js';
import type { AuthenticatedRequest } from './principal.js';
import { accessOf } from './route-access.js';

/** Who may call what, as declared, or as a role of one's own says. A route that declares nothing is refused. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly decision: CallDecision) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const { access, operation } = accessOf(execution);
    if (access === 'open') return true;
    if (!operation) throw new Forbidden('This operation does not declare who may call it.');
    const request = execution.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!request.user) throw new Unauthorized('Sign in first, or send an API key.');
    request.user = await this.decision.require(request.user, operation);
    return true;
  }
}
