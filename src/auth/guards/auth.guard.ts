import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { currentCall } from '../../context/call-context.js';
import { anonymousBodyLimit, BodyReader } from '../../http/body/body-reader.js';
import { RequestBudgets } from '../../http/server/request-budgets.js';
import { contextOf } from '../../http/endpoint/request-context.js';
import { ServiceError, Unauthorized } from '../../errors/errors.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { isKioskKey, KioskKeys } from '../api-keys/kiosk/kiosk-keys.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { BearerStrategy } from './bearer.strategy.js';
import type { AuthenticatedRequest, Principal } from '../accounts/principal.js';
import { accessOf } from './route-access.js';

const bearerForm = /^bearer /i;

/**
 * Authenticates the caller by a bearer token or an API key. Ignores the credentials on routes with the access `open`.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly bearers: BearerStrategy,
    private readonly keys: ApiKeysService,
    private readonly kiosks: KioskKeys,
    private readonly sessions: Sessions,
    private readonly bodies: BodyReader,
    private readonly budgets: RequestBudgets,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const { access, bodyApiKey } = accessOf(execution);
    if (access === 'open') return true;
    const http = execution.switchToHttp();
    const request = http.getRequest<Request & AuthenticatedRequest>();
    const principals: Promise<Principal>[] = [];
    if (bearerForm.test(request.headers.authorization ?? '')) principals.push(this.bySession(request));
    const header = request.headers['x-api-key'];
    if (typeof header === 'string' && header !== '') principals.push(this.byKey(header));
    if (bodyApiKey) {
      const known = (await Promise.all(principals)).length > 0;
      await this.bodies.read(contextOf(request), http.getResponse(), known ? undefined : anonymousBodyLimit);
      const key = bodyKey(request);
      if (typeof key === 'string' && key !== '') principals.push(this.byKey(key));
    }
    const [principal, ...others] = await Promise.all(principals);
    if (principals.length === 0) throw new Unauthorized('Sign in first, or send an API key.');
    if (others.some(({ UserId }) => UserId !== principal.UserId))
      throw new Unauthorized('The credentials of this call belong to different users.');
    await this.budgets.ofUser(principal.UserId);
    request.user = principal;
    const call = currentCall();
    if (call) {
      call.userId = principal.UserId;
      call.rights = { agentId: principal.AgentId, roles: principal.Roles };
      call.provedAt = principal.ProvedAt;
    }
    return true;
  }

  private async bySession(request: Request): Promise<Principal> {
    const claims = await this.bearers.claims(request);
    const principal = claims && (await this.sessions.callerOf(claims));
    if (!principal) throw new Unauthorized('The bearer token is not valid or its session has ended. Sign in again.');
    return principal;
  }

  private async byKey(key: string): Promise<Principal> {
    const principal = await (isKioskKey(key) ? this.kiosks : this.keys).callerOf(key);
    if (!principal) throw new Unauthorized('The API key is not valid.');
    return principal;
  }
}

/** The field ApiKey of the body; undefined if the body is invalid, because binding reports the body's errors later. */
function bodyKey(request: Request): unknown {
  try {
    const body = contextOf(request).body();
    return typeof body === 'object' && body !== null && 'ApiKey' in body ? body.ApiKey : undefined;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
