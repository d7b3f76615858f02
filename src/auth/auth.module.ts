import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { createSecretKey } from 'node:crypto';
import { Config } from '../config/config.js';
import { Tables } from '../database/schema/tables.module.js';
import { HttpModule } from '../http/http.module.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './guards/auth.guard.js';
import { BearerStrategy } from './guards/bearer.strategy.js';
import { CallDecision } from './guards/call-decision.service.js';
import { LiveCallers } from './guards/live-callers.service.js';
import { OwnPasswordGuard } from './guards/own-password.guard.js';
import { RolesGuard } from './guards/roles.guard.js';
import { Mfa } from './mfa/mfa.service.js';
import { OpenIdController } from './oidc/openid.controller.js';
import { OpenIdProvider } from './oidc/openid-provider.service.js';
import { OpenIdSeals } from './oidc/openid-seals.service.js';
import { OpenIdSignIns } from './oidc/openid-sign-ins.service.js';
import { OpenIdUsers } from './oidc/openid-users.service.js';
import { UserIdentity } from './oidc/user-identity.entity.js';
import { MadePasswords } from './passwords/made-passwords.service.js';
import { OwnPasswords } from './passwords/own-password.service.js';
import { PasswordHashes } from './passwords/password-hashes.service.js';
import { BearerTokens, tokenRules } from './sessions/bearer-tokens.service.js';
import { RefreshToken } from './sessions/refresh-token.entity.js';
import { Session } from './sessions/session.entity.js';
import { SecurityLog } from './security-log.service.js';
import { OwnRolePermissions } from './guards/own-role-permissions.service.js';
import { Pruning } from './pruning.service.js';
import { RecoveryCode } from './mfa/recovery-code.entity.js';
import { RecoveryCodes } from './mfa/recovery-codes.service.js';
import { MfaController } from './mfa/mfa.controller.js';
import { Retirement } from './sessions/retirement.service.js';
import { UserSessionsController } from './sessions/user-sessions.controller.js';
import { UserSessions } from './sessions/user-sessions.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { TokenPairs } from './sessions/token-pairs.service.js';
import { Sessions } from './sessions/sessions.service.js';
import { SignInService } from './sessions/sign-in.service.js';
import { SignInAttempt } from './throttle/sign-in-attempt.entity.js';
import { SignInLock } from './throttle/sign-in-lock.entity.js';
import { Throttle } from './throttle/throttle.service.js';
import { Accounts } from './users/accounts.service.js';
import { Administrators } from './users/administrators.service.js';
import { UserRole } from './users/user-role.entity.js';
import { UserSetup } from './users/user-setup.service.js';
import { UserRoles } from './users/user-roles.service.js';
import { User } from './users/user.entity.js';
import { UsersController } from './users/users.controller.js';
import { UsersRecordSet } from './users/users.record-set.js';
import { UsersService } from './users/users.service.js';

/** Who calls: signing in, sessions, API keys, and the guards that every route passes. */
@Module({
  imports: [
    Tables.of(ApiKey, RecoveryCode, RefreshToken, Session, SignInAttempt, SignInLock, User, UserIdentity, UserRole),
    HttpModule,
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ jwtSecret }: Config) => ({ secret: createSecretKey(jwtSecret), signOptions: { ...tokenRules } }),
    }),
  ],
  controllers: [
    AuthController,
    MfaController,
    OpenIdController,
    SessionsController,
    UsersController,
    UserSessionsController,
    ApiKeysController,
  ],
  providers: [
    Accounts,
    Administrators,
    ApiKeysService,
    BearerStrategy,
    BearerTokens,
    CallDecision,
    LiveCallers,
    MadePasswords,
    Mfa,
    OpenIdProvider,
    OpenIdSeals,
    OpenIdSignIns,
    OpenIdUsers,
    OwnPasswords,
    OwnRolePermissions,
    PasswordHashes,
    Pruning,
    RecoveryCodes,
    Retirement,
    SecurityLog,
    Sessions,
    SignInService,
    Throttle,
    UserRoles,
    UserSessions,
    UserSetup,
    UsersRecordSet,
    TokenPairs,
    UsersService,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
    { provide: APP_GUARD, useClass: OwnPasswordGuard },
  ],
  exports: [Administrators, LiveCallers, Retirement, UsersService],
})
export class AuthModule {
  /**
   * agents: the module that exports the AgentDirectory. Domain modules need not import what every route passes anyway.
   */
  static of(agents: Type): DynamicModule {
    return { module: AuthModule, imports: [agents], global: true };
  }
}
