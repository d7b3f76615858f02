import { Ip } from '@nestjs/common';
import { anonymousBodyLimit } from '../http/endpoint/body-reader.js';
import { authenticated, Endpoint, open, Input, Resource } from '../http/endpoint/endpoint.js';
import { Conflict, Forbidden, Invalid, TooManyRequests, Unauthorized } from '../errors/errors.js';
import { missing, type Bound } from '../record/bind.js';
import type { Class } from '../record/field-types.js';
import {
  DoneResponse,
  MeResponse,
  MfaConfirmRequest,
  MfaEnrolResponse,
  PasswordRequest,
  RefreshRequest,
  SignInRequest,
  SignInResponse,
} from './auth.records.js';
import { Caller } from './guards/caller.js';
import { Mfa } from './mfa/mfa.service.js';
import type { Principal } from './guards/principal.js';
import { sessionOf, SignInService } from './sessions/sign-in.service.js';

@Resource({ name: 'Auth', title: 'Signing in', order: 0, access: authenticated, bodyLimit: anonymousBodyLimit })
export class AuthController {
  constructor(
    private readonly signIns: SignInService,
    private readonly mfa: Mfa,
  ) {}

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Login',
    access: open,
    transaction: false,
    request: SignInRequest,
    response: SignInResponse,
    summary: 'Sign in',
    description: 'Failures slow down further ones: 429 with Retry-After.',
    errors: [Unauthorized, TooManyRequests],
    example: { UserName: 'agent@demo.test', Password: 'demo agency pass phrase' },
  })
  async login(@Input() request: Bound<SignInRequest>, @Ip() address: string) {
    const { UserName, Password } = complete(SignInRequest, request);
    return this.signIns.signIn({ UserName, Password, Code: request.Code ?? '' }, address);
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Refresh',
    access: open,
    transaction: false,
    request: RefreshRequest,
    response: SignInResponse,
    summary: 'A new bearer token for a refresh token',
    description:
      'The refresh token is good for one use; within 10 s of it the same one works again, because the answer may have been ' +
      'lost. A later second use ends the session.',
    errors: [Unauthorized],
  })
  async refresh(@Input() request: Bound<RefreshRequest>) {
    return this.signIns.refresh(complete(RefreshRequest, request).RefreshToken);
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Logout',
    whileEnrolling: true,
    transaction: false,
    response: DoneResponse,
    summary: 'End the session',
    errors: [Forbidden],
  })
  async logout(@Caller() caller: Principal) {
    await this.signIns.signOut(caller);
    return {};
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Password',
    transaction: false,
    request: PasswordRequest,
    response: DoneResponse,
    summary: "Change one's own password",
    description: "Ends the user's other sessions.",
    errors: [Invalid, Forbidden, TooManyRequests],
  })
  async changePassword(@Input() request: Bound<PasswordRequest>, @Caller() caller: Principal, @Ip() address: string) {
    const { CurrentPassword, NewPassword } = complete(PasswordRequest, request);
    await this.signIns.changePassword(caller, CurrentPassword, NewPassword, address);
    return {};
  }

  @Endpoint({ verb: 'GET', path: '/v1/Auth/Me', response: MeResponse, summary: 'Who is calling' })
  readMe(@Caller() { UserId, UserName, DisplayName, AgentId, Roles, MfaActive }: Principal) {
    return { UserId, UserName, DisplayName, AgentId, Roles, MfaActive };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Mfa/Enrol',
    whileEnrolling: true,
    transaction: false,
    response: MfaEnrolResponse,
    summary: 'Get a secret for an authenticator app',
    description: 'The secret counts once a code of it is confirmed.',
    errors: [Forbidden, Conflict],
  })
  async enrol(@Caller() caller: Principal) {
    sessionOf(caller);
    return this.mfa.enrol(caller);
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Mfa/Confirm',
    whileEnrolling: true,
    transaction: false,
    request: MfaConfirmRequest,
    response: DoneResponse,
    summary: 'Activate multi-factor authentication',
    errors: [Invalid, Forbidden, Conflict],
  })
  async confirmMfa(@Input() request: Bound<MfaConfirmRequest>, @Caller() caller: Principal) {
    sessionOf(caller);
    await this.mfa.confirm(caller, complete(MfaConfirmRequest, request).Code);
    return {};
  }
}

/** The request with its required fields; throws Invalid without them. */
function complete<T extends object>(record: Class<T>, request: Bound<T>): T {
  const errors = missing(record, request);
  if (errors.length > 0) throw new Invalid(errors);
  return request as T;
}
