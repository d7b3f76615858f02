import { DateTime, Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { longestPassword, longestUserName, OneTimeCode, OwnPassword } from '../accounts/credential.fields.js';

export class SignInRequest {
  @Text(longestUserName, { required: true, description: 'The letter case is ignored.' }) UserName!: string;
  @Text(longestPassword, { required: true, secret: true }) Password!: string;
  @OneTimeCode() Code!: string;
}

export class RefreshRequest {
  @Text(2000, { required: true, secret: true }) RefreshToken!: string;
}

export class PasswordRequest {
  @Text(longestPassword, { required: true, secret: true }) CurrentPassword!: string;
  @Text(longestPassword, {
    required: true,
    secret: true,
    description:
      '15 characters or more (8 with multi-factor authentication active), any characters; widely used passwords are ' +
      'refused.',
  })
  NewPassword!: string;
}

export class ForgotRequest {
  @Text(longestUserName, { required: true, description: 'The letter case is ignored.' }) UserName!: string;
}

export class ResetRequest {
  @Text(200, { required: true, secret: true, description: 'The last segment of the link.' }) Token!: string;
  @Text(longestPassword, {
    required: true,
    secret: true,
    description: '15 characters or more, or 8 if multi-factor authentication is active.',
  })
  NewPassword!: string;
}

export class MfaEnrolRequest {
  @Text(longestPassword, { required: true, secret: true }) Password!: string;
}

export class MfaConfirmRequest {
  @Text(20, { required: true, secret: true, description: "The authenticator app's six digits." }) Code!: string;
  @OwnPassword() OwnPassword!: string;
}

export class CallingUser {
  @Guid() UserId!: Guid;
  @Text(longestUserName) UserName!: string;
  @Text(200) DisplayName!: string;
  @Int32({ description: "The user's own agent; 0 if the user has no agent." }) AgentId!: number;
  @ListOf(text(50)) Roles!: readonly string[];
}

export class SignInResponse extends CallingUser {
  @Text(2000, { secret: true, description: 'For `Authorization: Bearer`; valid for 15 minutes.' }) BearerToken!: string;
  @Text(200, { secret: true, description: 'Works once, for one refresh.' }) RefreshToken!: string;
  @DateTime({ description: 'When the bearer token expires.' }) ExpiresAt!: DateTime;
  @Status() ResponseStatus!: ResponseStatus;
}

export class MfaEnrolResponse {
  @Text(100, { secret: true, description: 'Base32, for the authenticator app.' }) Secret!: string;
  @Text(1000, { secret: true, description: 'The secret as otpauth:// URI.' }) OtpauthUri!: string;
  @Text(100_000, { secret: true, description: 'The secret as QR code: a picture as data: URI.' }) QrCode!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

export class MfaConfirmResponse {
  @ListOf(text(40), {
    secret: true,
    description: 'Each code signs in once, as `Code`, if the authenticator app is lost.',
  })
  RecoveryCodes!: string[];
  @Status() ResponseStatus!: ResponseStatus;
}

export class PasswordResponse {
  @Text(2000, { secret: true, description: 'For `Authorization: Bearer`; valid for 15 minutes.' }) BearerToken!: string;
  @Text(200, {
    secret: true,
    description: "Replaces the session's refresh token, which is refused from now on.",
  })
  RefreshToken!: string;
  @DateTime({ description: 'When the bearer token expires.' }) ExpiresAt!: DateTime;
  @Status() ResponseStatus!: ResponseStatus;
}
