import { anonymousBodyLimit } from '../http/endpoint/body/body-reader.js';
import { refuse } from '../errors/errors.js';
import { missing, type Bound } from '../record/bind.js';
import { DateTime, Flag, Guid, Int32, ListOf, Text } from '../record/fields.js';
import { text, type Class } from '../record/field-types.js';
import { Status, type ResponseStatus } from '../record/response-status.js';

/** The operations of signing in are one group. */
export const authGroup = { name: 'Auth', title: 'Signing in', order: 0, bodyLimit: anonymousBodyLimit } as const;

export const longestPassword = 256;
export const longestUserName = 200;
/** Of the users of demo data. */
export const demoPassword = 'demo agency pass phrase';

/** The caller's own password, for what changes a credential. */
export const OwnPassword = (): PropertyDecorator =>
  Text(longestPassword, {
    secret: true,
    description: 'Your own password. Needed where this session has not proved it in the last 5 minutes.',
  });

export class SignInRequest {
  @Text(longestUserName, { required: true, description: 'In any letter case.' }) UserName!: string;
  @Text(longestPassword, { required: true, secret: true }) Password!: string;
  @Text(40, {
    secret: true,
    description: "The authenticator app's six digits, or a recovery code, where multi-factor authentication is active.",
  })
  Code!: string;
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

export class MfaEnrolRequest {
  @Text(longestPassword, { required: true, secret: true }) Password!: string;
}

export class MfaConfirmRequest {
  @Text(20, { required: true, secret: true, description: "The authenticator app's six digits." }) Code!: string;
  @OwnPassword() OwnPassword!: string;
}

export class SignInResponse {
  @Guid() UserId!: Guid;
  @Text(longestUserName) UserName!: string;
  @Text(200) DisplayName!: string;
  @Int32({ description: "The user's own agent; 0: none." }) AgentId!: number;
  @ListOf(text(50)) Roles!: readonly string[];
  @Text(2000, { secret: true, description: 'For `Authorization: Bearer`, 15 minutes.' }) BearerToken!: string;
  @Text(200, { secret: true, description: 'Good for one refresh.' }) RefreshToken!: string;
  @DateTime({ description: 'When the bearer token expires.' }) ExpiresAt!: DateTime;
  @Status() ResponseStatus!: ResponseStatus;
}

export class MeResponse {
  @Guid() UserId!: Guid;
  @Text(longestUserName) UserName!: string;
  @Text(200) DisplayName!: string;
  @Int32({ description: "The user's own agent; 0: none." }) AgentId!: number;
  @ListOf(text(50)) Roles!: readonly string[];
  @Flag({ description: 'Signing in takes a one-time code.' }) MfaActive!: boolean;
  @Status() ResponseStatus!: ResponseStatus;
}

export class MfaEnrolResponse {
  @Text(100, { secret: true, description: 'Base32, for the authenticator app.' }) Secret!: string;
  @Text(1000, { secret: true, description: 'The same as otpauth:// URI.' }) OtpauthUri!: string;
  @Text(100_000, { secret: true, description: 'The same as QR code to scan: a picture as data: URI.' }) QrCode!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

export class MfaConfirmResponse {
  @ListOf(text(40), {
    secret: true,
    description: 'Each signs in once as `Code`, should the authenticator app be lost.',
  })
  RecoveryCodes!: string[];
  @Status() ResponseStatus!: ResponseStatus;
}

export class PasswordResponse {
  @Text(2000, { secret: true, description: 'For `Authorization: Bearer`, 15 minutes.' }) BearerToken!: string;
  @Text(200, { secret: true, description: "In place of the session's present one, which is not good any more." })
  RefreshToken!: string;
  @DateTime({ description: 'When the bearer token expires.' }) ExpiresAt!: DateTime;
  @Status() ResponseStatus!: ResponseStatus;
}

export class DoneResponse {
  @Status() ResponseStatus!: ResponseStatus;
}

/** The request with its required fields; throws Invalid without them. */
export function complete<T extends object>(record: Class<T>, request: Bound<T>): T {
  refuse(missing(record, request));
  return request as T;
}
