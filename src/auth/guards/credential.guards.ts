import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { Unauthorized } from '../../errors/errors.js';
import type { AuthenticatedRequest, Principal } from '../accounts/principal.js';

/** Nest's guard of a strategy, for a call that has this credential. Accepts only the user of the call's others. */
function credentialGuard(strategy: string, refusal: string) {
  class CredentialGuard extends AuthGuard(strategy) {
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
