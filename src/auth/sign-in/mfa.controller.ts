import { Ip } from '@nestjs/common';
import { Conflict, Forbidden, Invalid, TooManyRequests } from '../../errors/errors.js';
import { authenticated, Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound } from '../../record/bind.js';
import { complete } from '../accounts/credential.fields.js';
import { demoPassword } from '../../demo/demo-password.js';
import { MfaConfirmRequest, MfaConfirmResponse, MfaEnrolRequest, MfaEnrolResponse } from './auth.records.js';
import { AllowedWhile } from '../accounts/allowed-while.js';
import { Caller, type Principal } from '../accounts/principal.js';
import { SignInService } from './sign-in.service.js';

@Resource({ ...groups.auth, access: authenticated })
export class MfaController {
  constructor(private readonly signIns: SignInService) {}

  @AllowedWhile('enrolling')
  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Mfa/Enrol',
    transaction: false,
    request: MfaEnrolRequest,
    response: MfaEnrolResponse,
    summary: 'Get a secret for an authenticator app',
    description: 'The secret becomes active when you confirm it with a code.',
    errors: [Forbidden, Conflict, TooManyRequests],
    example: { Password: demoPassword },
  })
  async enrol(@Input() request: Bound<MfaEnrolRequest>, @Caller() caller: Principal, @Ip() address: string) {
    return this.signIns.enrol(caller, complete(MfaEnrolRequest, request).Password, address);
  }

  @AllowedWhile('enrolling')
  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Mfa/Confirm',
    credential: { own: true },
    transaction: false,
    request: MfaConfirmRequest,
    response: MfaConfirmResponse,
    summary: 'Activate multi-factor authentication',
    description:
      'Ends your other sessions. The recovery codes cannot be read again. After wrong codes, further attempts get ' +
      '429 with Retry-After, as at sign-in.',
    errors: [Invalid, Forbidden, Conflict, TooManyRequests],
  })
  async confirmMfa(@Input() request: Bound<MfaConfirmRequest>, @Caller() caller: Principal, @Ip() address: string) {
    const { Code } = complete(MfaConfirmRequest, request);
    return { RecoveryCodes: await this.signIns.confirmMfa(caller, Code, address) };
  }
}
