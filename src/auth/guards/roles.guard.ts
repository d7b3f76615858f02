import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Forbidden, Unauthorized } from '../../errors/errors.js';
import { KioskKeysService } from '../api-keys/kiosk/kiosk-keys.service.js';
import { CallDecisionService } from './call-decision.service.js';
import type { AuthenticatedRequest } from '../accounts/principal.js';
import { accessOf } from './route-access.js';

/** Rejects callers without a granting role, routes without declared access, and too many writes of a kiosk. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(
    private readonly decision: CallDecisionService,
    private readonly kiosks: KioskKeysService,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const { access, operation, isPage } = accessOf(execution);
    if (access === 'open' || isPage) return true;
    if (!operation) throw new Forbidden('This operation does not declare who may call it.', 'Role');
    const request = execution.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!request.user) throw new Unauthorized('Sign in first, or send an API key.');
    request.user = await this.decision.require(request.user, operation);
    const { KeyId, LocationId } = request.user;
    if (KeyId && LocationId && operation.declaration.verb !== 'GET') await this.kiosks.spend(KeyId);
    return true;
  }
}
