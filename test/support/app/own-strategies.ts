import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import passport, { Strategy } from 'passport';
import { ApiKeyStrategy, BodyApiKeyStrategy } from '../../../src/auth/guards/api-key.strategies.js';
import { BearerStrategy } from '../../../src/auth/guards/bearer.strategy.js';
import { currentRequest } from '../../../src/http/endpoint/request-context.js';

/** Passport has one list of strategies in a process, in which a suite may start several apps: each uses its own. */
const kinds: Record<string, Type<Strategy>> = {
  bearer: BearerStrategy,
  'api-key': ApiKeyStrategy,
  'body-api-key': BodyApiKeyStrategy,
};
const apps = new Map<unknown, NestExpressApplication>();

/** Calls the strategy of the app that received the request. */
class StrategyOfItsApp extends Strategy {
  constructor(private readonly kind: Type<Strategy>) {
    super();
  }

  override authenticate(request: Request, options: object): void {
    const own = apps.get(currentRequest().request.app)!.get(this.kind, { strict: false });
    // Passport has given this object the methods that report the outcome of the call.
    Object.assign(Object.create(own) as Strategy, this).authenticate(request, options);
  }
}

const unused = new passport.Passport();
for (const [name, kind] of Object.entries(kinds)) {
  Object.assign(kind.prototype as object, { getPassportInstance: () => unused });
  passport.use(name, new StrategyOfItsApp(kind));
}

export function useOwnStrategies(app: NestExpressApplication): void {
  apps.set(app.getHttpAdapter().getInstance(), app);
}
