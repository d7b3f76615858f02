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
     * Gives Passport the credentials instead of the whole request. In each call Passport assigns functions to the
     * strategy, and V8 keeps them, with all that they refer to, until it collects the whole heap
     * (docs/decisions/memory.md).
     */
    override async canActivate(execution: ExecutionContext): Promise<boolean> {
      const request = execution.switchToHttp().getRequest<Request & AuthenticatedRequest>();
      const { authorization, 'x-api-key': key } = request.headers;
      const sent = { headers: { authorization, 'x-api-key': key }, user: request.user };
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
