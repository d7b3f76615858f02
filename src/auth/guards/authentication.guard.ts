import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthorized } from '../../errors/errors.js';
import { anonymousBodyLimit, BodyReader } from '../../http/body/body-reader.js';
import { currentRequest } from '../../http/endpoint/request-context.js';
import { RequestBudgets } from '../../http/server/request-budgets.js';
import type { AuthenticatedRequest } from '../accounts/principal.js';
import { bodyKey, headerKey } from './api-key.strategies.js';
import { ApiKeyGuard, BearerGuard, BodyApiKeyGuard } from './credential.guards.js';
import { accessOf } from './route-access.js';

const bearerForm = /^bearer /i;

/**
 * Authenticates the caller by a bearer token or an API key. If a call has several credentials, each of them must be
 * valid, whereas a guard of several strategies would accept the first valid one. Ignores the credentials on routes with
 * the access `open`.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly bearer: BearerGuard,
    private readonly apiKey: ApiKeyGuard,
    private readonly bodyApiKey: BodyApiKeyGuard,
    private readonly bodies: BodyReader,
    private readonly budgets: RequestBudgets,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const { access, hasKeyInBody } = accessOf(execution);
    if (access === 'open') return true;
    const call = currentRequest();
    const http = execution.switchToHttp();
    const request = http.getRequest<Request & AuthenticatedRequest>();
    if (bearerForm.test(request.headers.authorization ?? '')) await this.bearer.canActivate(execution);
    if (headerKey(request) !== '') await this.apiKey.canActivate(execution);
    if (hasKeyInBody) {
      const limit = request.user ? undefined : anonymousBodyLimit;
      await this.bodies.read(call, http.getResponse(), limit);
      if (bodyKey(this.bodies) !== '') await this.bodyApiKey.canActivate(execution);
    }
    if (!request.user) throw new Unauthorized('Sign in first, or send an API key.');
    const { UserId, AgentId, Roles, ProvedAt } = request.user;
    await this.budgets.ofUser(UserId);
    call.userId = UserId;
    call.rights = { agentId: AgentId, roles: Roles };
    call.provedAt = ProvedAt;
    return true;
  }
}
