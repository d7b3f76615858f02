import { Headers, Ip } from '@nestjs/common';
import { authenticated, Endpoint, open, Input, Resource, withMeta } from '../http/endpoint/endpoint.js';
import { Forbidden, Invalid, TooManyRequests, Unauthorized } from '../errors/errors.js';
import type { Bound } from '../record/bind.js';
import {
  authGroup,
  complete,
  demoPassword,
  DoneResponse,
  MeResponse,
  PasswordRequest,
  PasswordResponse,
  RefreshRequest,
  SignInRequest,
  SignInResponse,
} from './auth.records.js';
import { Caller } from './guards/caller.js';
import type { Principal } from './guards/principal.js';
import type { SignedIn } from './sessions/sessions.service.js';
import { SignInService } from './sessions/sign-in.service.js';

@Resource({ ...authGroup, access: authenticated })
export class AuthController {
  constructor(private readonly signIns: SignInService) {}

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Login',
    access: open,
    transaction: false,
    request: SignInRequest,
    response: SignInResponse,
    summary: 'Sign in',
    description:
      'Failures slow down further ones: 429 with Retry-After. Where the service made the password, ' +
      '`ResponseStatus.Meta.MustChangePassword` is `true`: the session can do nothing but change it, or end.',
    errors: [Unauthorized, TooManyRequests],
    example: { UserName: 'agent@demo.test', Password: demoPassword },
  })
  async login(
    @Input() request: Bound<SignInRequest>,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
  ) {
    const { UserName, Password } = complete(SignInRequest, request);
    const client = { address, userAgent: userAgent ?? '' };
    return answered(await this.signIns.signIn({ UserName, Password, Code: request.Code ?? '' }, client));
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
      'The refresh token is good for one use. Within 10 s of it the same one gives a pair again, because the answer ' +
      'may have been lost: of the two pairs the one that is used first stays. A later second use ends the session.',
    errors: [Unauthorized],
  })
  async refresh(@Input() request: Bound<RefreshRequest>) {
    return answered(await this.signIns.refresh(complete(RefreshRequest, request).RefreshToken));
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Logout',
    whileEnrolling: true,
    whileChangingPassword: true,
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
    whileChangingPassword: true,
    transaction: false,
    request: PasswordRequest,
    response: PasswordResponse,
    summary: "Change one's own password",
    description: "Ends the user's other sessions; the own one goes on with the tokens of the answer.",
    errors: [Invalid, Forbidden, TooManyRequests],
    // Not taken as it is: who tries it on a demo shuts nobody out.
    example: { CurrentPassword: demoPassword, NewPassword: demoPassword },
  })
  async changePassword(@Input() request: Bound<PasswordRequest>, @Caller() caller: Principal, @Ip() address: string) {
    const { CurrentPassword, NewPassword } = complete(PasswordRequest, request);
    return this.signIns.changePassword(caller, CurrentPassword, NewPassword, address);
  }

  @Endpoint({ verb: 'GET', path: '/v1/Auth/Me', response: MeResponse, summary: 'Who is calling' })
  readMe(@Caller() { UserId, UserName, DisplayName, AgentId, Roles, MfaActive }: Principal) {
    return { UserId, UserName, DisplayName, AgentId, Roles, MfaActive };
  }
}

/** Meta tells what the session has to do before anything else. */
export function answered({ mustChangePassword, ...signedIn }: SignedIn): Omit<SignedIn, 'mustChangePassword'> {
  return mustChangePassword ? withMeta(signedIn, { MustChangePassword: 'true' }) : signedIn;
}
