import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthorized } from '../../errors/errors.js';
import type { AuthenticatedRequest, Principal } from '../accounts/principal.js';
import { ApiKeyStrategy, BodyApiKeyStrategy } from './api-key.strategies.js';
import { BearerStrategy } from './bearer.strategy.js';

type AnyStrategy = Pick<BearerStrategy, 'authenticate'>;

/** The guard of one credential, for a call that has it. Accepts only the user of the call's other credentials. */
abstract class CredentialGuard implements CanActivate {
  protected constructor(
    private readonly strategy: AnyStrategy,
    private readonly refusal: string,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    const found = await callerBy(this.strategy, request);
    if (!found) throw new Unauthorized(this.refusal);
    const { user = found } = request;
    if (user.UserId !== found.UserId) throw new Unauthorized('The credentials of this call belong to different users.');
    request.user = user;
    return true;
  }
}

/**
 * Asks a strategy of Passport for the caller. Undefined if it refuses the credential. Passport's own `authenticate`,
 * which AuthGuard of `@nestjs/passport` calls, would keep the request in memory long after its response: V8 allocates
 * a function in the old generation if the code assigns it to a property, as Passport does five times for each call.
 */
function callerBy(strategy: AnyStrategy, request: Request): Promise<Principal | undefined> {
  return new Promise((resolve, reject) => {
    const outcome = { success: resolve, fail: () => resolve(undefined), error: reject };
    Object.assign(Object.create(strategy) as AnyStrategy, outcome).authenticate(request, {});
  });
}

@Injectable()
export class BearerGuard extends CredentialGuard {
  constructor(strategy: BearerStrategy) {
    super(strategy, 'The bearer token is not valid or its session has ended. Sign in again.');
  }
}

const badKey = 'The API key is not valid.';

@Injectable()
export class ApiKeyGuard extends CredentialGuard {
  constructor(strategy: ApiKeyStrategy) {
    super(strategy, badKey);
  }
}

@Injectable()
export class BodyApiKeyGuard extends CredentialGuard {
  constructor(strategy: BodyApiKeyStrategy) {
    super(strategy, badKey);
  }
}
