import { Forbidden, Unauthorized } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { FailureReason } from '../accounts/security-log.service.js';

/** The password is right, but a one-time code is required too. */
export class CodeNeeded extends Unauthorized {
  constructor(field = 'Code') {
    super('Sign-in needs the code of the authenticator app.', {
      errors: [fieldError('NotEmpty', field, 'is required: the code of the authenticator app')],
    });
  }
}

/** The sign-in provider has confirmed the person, who may not sign in here. */
export class SignInRefused extends Forbidden {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}
