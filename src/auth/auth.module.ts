import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { createSecretKey } from 'node:crypto';
import { Config } from '../config/config.js';
import { Accounts } from './users/accounts.service.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './guards/auth.guard.js';
import { BearerStrategy } from './guards/bearer.strategy.js';
import { BearerTokens, tokenRules } from './sessions/bearer-tokens.service.js';
import { Mfa } from './mfa/mfa.service.js';
import { PasswordHashes } from './passwords/password-hashes.service.js';
import { SystemClock } from '../context/system-clock.js';
import { RolesGuard } from './guards/roles.guard.js';
import { Sessions } from './sessions/sessions.service.js';
import { SignInService } from './sessions/sign-in.service.js';
import { Throttle } from './throttle/throttle.service.js';
import { UsersService } from './users/users.service.js';

/** Who calls: signing in, sessions, API keys, and the guards that every route passes. Needs an AgentDirectory. */
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ jwtSecret }: Config) => ({ secret: createSecretKey(jwtSecret), signOptions: { ...tokenRules } }),
    }),
  ],
  controllers: [AuthController],
  providers: [
    SystemClock,
    Accounts,
    ApiKeysService,
    BearerStrategy,
    BearerTokens,
    Mfa,
    PasswordHashes,
    Sessions,
    SignInService,
    Throttle,
    UsersService,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
  exports: [UsersService],
})
export class AuthModule {}
