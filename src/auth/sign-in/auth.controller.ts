import { Headers, Ip } from '@nestjs/common';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { authenticated, Endpoint, open, Input, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Forbidden, Invalid, TooManyRequests, Unauthorized } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { complete } from '../accounts/credential.fields.js';
import { demoPassword } from '../../demo/demo-password.js';
import { DoneResponse } from '../sessions/sessions.records.js';
import { PasswordRequest, PasswordResponse, RefreshRequest, SignInRequest, SignInResponse } from './auth.records.js';
import { AllowedWhile } from '../accounts/allowed-while.js';
import { Caller, type Principal } from '../accounts/principal.js';
import type { SignedIn } from '../sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';

@Resource({ ...groups.auth, access: authenticated })
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
      'After failed attempts, further attempts get 429 with Retry-After. If the service generated the password, ' +
      '`ResponseStatus.Meta.MustChangePassword` is `true`: the session can only change the password, or end.',
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
    return resultOf(await this.signIns.signIn({ UserName, Password, Code: request.Code ?? '' }, client));
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Refresh',
    access: open,
    transaction: false,
    request: RefreshRequest,
    response: SignInResponse,
    summary: 'Get a new bearer token for a refresh token',
    description:
      'A refresh token works once. If you send it again within 10 s, because the response was lost, you get another ' +
      'pair of tokens; the pair that is used first stays valid. Later, a second use ends the session.',
    errors: [Unauthorized],
  })
  async refresh(@Input() request: Bound<RefreshRequest>) {
    return resultOf(await this.signIns.refresh(complete(RefreshRequest, request).RefreshToken));
  }

  @AllowedWhile('changing the password', 'enrolling')
  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Logout',
    transaction: false,
    response: DoneResponse,
    summary: 'End the session',
    errors: [Forbidden],
  })
  async logout(@Caller() caller: Principal) {
    await this.signIns.signOut(caller);
    return {};
  }

  @AllowedWhile('changing the password')
  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Password',
    transaction: false,
    request: PasswordRequest,
    response: PasswordResponse,
    summary: 'Change your own password',
    description: 'Ends your other sessions. This session continues with the tokens of the response.',
    errors: [Invalid, Forbidden, TooManyRequests],
    // The service refuses this example, because both passwords are the same: so trying it on a demo locks no user out.
    example: { CurrentPassword: demoPassword, NewPassword: demoPassword },
  })
  async changePassword(@Input() request: Bound<PasswordRequest>, @Caller() caller: Principal, @Ip() address: string) {
    const { CurrentPassword, NewPassword } = complete(PasswordRequest, request);
    return this.signIns.changePassword(caller, CurrentPassword, NewPassword, address);
  }
}

/** Meta contains `MustChangePassword` if the user must change the password before any other call. */
export function resultOf({
  mustChangePassword,
  ...signedIn
}: SignedIn): HandlerResult<Omit<SignedIn, 'mustChangePassword'>> {
  return new HandlerResult(signedIn, { meta: mustChangePassword ? { MustChangePassword: 'true' } : {} });
}
