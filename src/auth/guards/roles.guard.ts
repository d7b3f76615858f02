import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Forbidden, Unauthorized } from '../../errors/errors.js';
import { KioskKeys } from '../api-keys/kiosk/kiosk-keys.service.js';
import { CallDecision } from './call-decision.service.js';
import type { AuthenticatedRequest } from '../accounts/principal.js';
import { accessOf } from './route-access.js';

/**
 * Checks that a declared role or a custom role grants the operation. Rejects a route without declared access. Limits
 * the writes of a kiosk, which look up a person.
 */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(
    private readonly decision: CallDecision,
    private readonly kiosks: KioskKeys,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const { access, operation } = accessOf(execution);
    if (access === 'open') return true;
    if (!operation) throw new Forbidden('This operation does not declare who may call it.');
    const request = execution.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!request.user) throw new Unauthorized('Sign in first, or send an API key.');
    request.user = await this.decision.require(request.user, operation);
    const { KeyId, LocationId } = request.user;
    if (KeyId && LocationId && operation.declaration.verb !== 'GET') await this.kiosks.spend(KeyId);
    return true;
  }
}
