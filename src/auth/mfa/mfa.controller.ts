import { Ip } from '@nestjs/common';
import { Conflict, Forbidden, Invalid, TooManyRequests } from '../../errors/errors.js';
import { authenticated, Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import type { Bound } from '../../record/bind.js';
import {
  authGroup,
  complete,
  demoPassword,
  MfaConfirmRequest,
  MfaConfirmResponse,
  MfaEnrolRequest,
  MfaEnrolResponse,
} from '../auth.records.js';
import { Caller } from '../guards/caller.js';
import type { Principal } from '../guards/principal.js';
import { SignInService } from '../sessions/sign-in.service.js';

@Resource({ ...authGroup, access: authenticated })
export class MfaController {
  constructor(private readonly signIns: SignInService) {}

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Mfa/Enrol',
    whileEnrolling: true,
    transaction: false,
    request: MfaEnrolRequest,
    response: MfaEnrolResponse,
    summary: 'Get a secret for an authenticator app',
    description: 'The secret counts once a code of it is confirmed.',
    errors: [Forbidden, Conflict, TooManyRequests],
    example: { Password: demoPassword },
  })
  async enrol(@Input() request: Bound<MfaEnrolRequest>, @Caller() caller: Principal, @Ip() address: string) {
    return this.signIns.enrol(caller, complete(MfaEnrolRequest, request).Password, address);
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Mfa/Confirm',
    credential: { own: true },
    whileEnrolling: true,
    transaction: false,
    request: MfaConfirmRequest,
    response: MfaConfirmResponse,
    summary: 'Activate multi-factor authentication',
    description:
      "Ends the user's other sessions. The recovery codes cannot be read again. Wrong codes slow down further ones, " +
      'like those of a sign-in: 429 with Retry-After.',
    errors: [Invalid, Forbidden, Conflict, TooManyRequests],
  })
  async confirmMfa(@Input() request: Bound<MfaConfirmRequest>, @Caller() caller: Principal, @Ip() address: string) {
    const { Code } = complete(MfaConfirmRequest, request);
    return { RecoveryCodes: await this.signIns.confirmMfa(caller, Code, address) };
  }
}
