import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { Unauthorized } from '../../errors/errors.js';
import type { AuthenticatedRequest, Principal } from '../accounts/principal.js';

/** Nest's guard of a strategy, for a call that has this credential. Accepts only the user of the call's others. */
function credentialGuard(strategy: string, refusal: string) {
  class CredentialGuard extends AuthGuard(strategy) {
    /**
     * Gives Passport the headers instead of the whole request: at each call Passport assigns functions to the strategy,
     * which V8 keeps, with all that they refer to, until it collects the whole heap (docs/decisions/memory.md).
     */
    override async canActivate(execution: ExecutionContext): Promise<boolean> {
      const request = execution.switchToHttp().getRequest<Request & AuthenticatedRequest>();
      const { headers, user } = request;
      const sent = { headers, user };
      await super.canActivate(new ExecutionContextHost([sent, {}]));
      request.user = sent.user;
      return true;
    }

    override handleRequest<TUser>(
      error: Error | null,
      found: Principal | false | null,
      _info: unknown,
      execution: ExecutionContext,
    ): TUser {
      if (error) throw error;
      if (!found) throw new Unauthorized(refusal);
      const { user = found } = execution.switchToHttp().getRequest<AuthenticatedRequest>();
      if (user.UserId !== found.UserId)
        throw new Unauthorized('The credentials of this call belong to different users.');
      return user as TUser;
    }
  }
  return CredentialGuard;
}

const badToken = 'The bearer token is not valid or its session has ended. Sign in again.';
const badKey = 'The API key is not valid.';

@Injectable()
export class BearerGuard extends credentialGuard('bearer', badToken) {}

@Injectable()
export class ApiKeyGuard extends credentialGuard('api-key', badKey) {}

@Injectable()
export class BodyApiKeyGuard extends credentialGuard('body-api-key', badKey) {}
