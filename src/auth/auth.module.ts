import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { createSecretKey } from 'node:crypto';
import { Config } from '../config/config.js';
import { Tables } from '../database/tables.module.js';
import { HttpModule } from '../http/http.module.js';
import { ObservabilityModule } from '../observability/observability.module.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { KioskKey } from './api-keys/kiosk/kiosk-key.entity.js';
import { KioskKeysController } from './api-keys/kiosk/kiosk-keys.controller.js';
import { KioskKeysService } from './api-keys/kiosk/kiosk-keys.service.js';
import { AuthController } from './sign-in/auth.controller.js';
import { ApiKeyStrategy, BodyApiKeyStrategy } from './guards/api-key.strategies.js';
import { AuthenticationGuard } from './guards/authentication.guard.js';
import { BearerStrategy } from './guards/bearer.strategy.js';
import { ApiKeyGuard, BearerGuard, BodyApiKeyGuard } from './guards/credential.guards.js';
import { CallDecisionService } from './guards/call-decision.service.js';
import { LiveCallersService } from './guards/live-callers.service.js';
import { OwnPasswordGuard } from './guards/own-password.guard.js';
import { RolesGuard } from './guards/roles.guard.js';
import { MfaService } from './mfa/mfa.service.js';
import { MadePasswordsService } from './passwords/made-passwords.service.js';
import { OwnPasswordService } from './passwords/own-password.service.js';
import { PasswordHashesService } from './passwords/password-hashes.service.js';
import { BearerTokensService, tokenRules } from './sessions/bearer-tokens.service.js';
import { RefreshToken } from './sessions/refresh-token.entity.js';
import { Session } from './sessions/session.entity.js';
import { SecurityLogService } from './accounts/security-log.service.js';
import { PruningService } from './pruning.service.js';
import { RecoveryCode } from './mfa/recovery-code.entity.js';
import { RecoveryCodesService } from './mfa/recovery-codes.service.js';
import { MfaController } from './sign-in/mfa.controller.js';
import { RetirementService } from './sessions/retirement.service.js';
import { UserSessionsController } from './sessions/user-sessions.controller.js';
import { UserSessionsService } from './sessions/user-sessions.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { TokenPairsService } from './sessions/token-pairs.service.js';
import { SessionsService } from './sessions/sessions.service.js';
import { PasswordResetController } from './sign-in/password-reset.controller.js';
import { PasswordResetService } from './sign-in/password-reset.service.js';
import { MeController } from './me/me.controller.js';
import { MeService } from './me/me.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInAttempt, SignInLock } from './throttle/sign-in-attempt.entity.js';
import { ThrottleService } from './throttle/throttle.service.js';
import { AccountsService } from './accounts/accounts.service.js';
import { AdministratorsService } from './users/administrators.service.js';
import { UserRole } from './accounts/user-role.entity.js';
import { UserRolesService } from './users/user-roles.service.js';
import { User } from './accounts/user.entity.js';
import { UsersController } from './users/users.controller.js';
import { UsersRecordSet } from './users/users.record-set.js';
import { UsersService } from './users/users.service.js';

@Module({
  imports: [
    Tables.forFeature(ApiKey, KioskKey, RecoveryCode, RefreshToken, Session, SignInAttempt, SignInLock, User, UserRole),
    HttpModule,
    ObservabilityModule,
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ jwtSecret }: Config) => ({ secret: createSecretKey(jwtSecret), signOptions: { ...tokenRules } }),
    }),
  ],
  controllers: [
    AuthController,
    MeController,
    PasswordResetController,
    MfaController,
    SessionsController,
    UsersController,
    UserSessionsController,
    ApiKeysController,
    KioskKeysController,
  ],
  providers: [
    AccountsService,
    AdministratorsService,
    ApiKeyGuard,
    ApiKeyStrategy,
    ApiKeysService,
    BearerGuard,
    BearerStrategy,
    BearerTokensService,
    BodyApiKeyGuard,
    BodyApiKeyStrategy,
    CallDecisionService,
    KioskKeysService,
    LiveCallersService,
    MadePasswordsService,
    MfaService,
    OwnPasswordService,
    PasswordHashesService,
    PasswordResetService,
    PruningService,
    RecoveryCodesService,
    RetirementService,
    SecurityLogService,
    SessionsService,
    MeService,
    SignInService,
    ThrottleService,
    UserRolesService,
    UserSessionsService,
    UsersService,
    UsersRecordSet,
    TokenPairsService,
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
    { provide: APP_GUARD, useClass: OwnPasswordGuard },
  ],
  exports: [
    AccountsService,
    AdministratorsService,
    ApiKeysService,
    CallDecisionService,
    LiveCallersService,
    OwnPasswordService,
    RetirementService,
    SecurityLogService,
    SessionsService,
    ThrottleService,
    UserRolesService,
    UsersService,
  ],
})
export class AuthModule {
  /**
   * The imports export AgentDirectory and Notices, which modules above `auth/` implement. The module is global, because
   * every route passes the guards.
   */
  static forRoot({ imports }: Required<Pick<DynamicModule, 'imports'>>): DynamicModule {
    return { module: AuthModule, imports, global: true };
  }
}
