import { Role } from '../../http/endpoint/roles.js';
import { text } from '../../record/field-types.js';
import { DateTime, Flag, Guid, Int32, ListOf, Name, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { longestUserName, OwnPassword } from '../accounts/credential.fields.js';

/** A user in exports and imports, without secrets. */
export class UserRecord {
  @Guid({ key: true, example: 'e3a0c1d25b7f4968a1d4f06b8c927e51' }) UserId!: Guid;
  @Text(longestUserName, { required: true, example: 'clerk@example.com', description: 'The letter case is ignored.' })
  UserName!: string;
  @Name(200, { example: 'Casey Lin', description: 'The user name by default.' }) DisplayName!: string;
  @Int32({ example: 0, description: "The user's own agent; 0 if the user has no agent." }) AgentId!: number;
  @ListOf(text(50), { example: [Role.Worker], description: 'Codes of roles.' }) Roles!: string[];
  @Flag({ description: 'A disabled user can neither sign in nor use API keys.' }) Disabled!: boolean;
  @Flag({ description: 'Signing in ends the other sessions.' }) RestrictToSingleSession!: boolean;
  @Flag({ description: 'The user must enrol in multi-factor authentication before any other call.' })
  RequireMFA!: boolean;
}

export class ListedUser extends UserRecord {
  @ListOf(text(50), { required: true, example: [Role.Worker], description: 'Codes of roles.' })
  override Roles!: string[];
  @Flag({ description: 'Whether the user needs a one-time code to sign in. Read-only.' }) MfaActive!: boolean;
  @DateTime({ description: 'Read-only.' }) LastLogin!: DateTime | null;
  @Flag({
    description: 'The user must change the password before any other call. Only that change sets this to false.',
  })
  MustChangePassword!: boolean;
}

export class WrittenUser extends ListedUser {
  @OwnPassword() OwnPassword!: string;
}

class UserWithPassword extends ListedUser {
  @Text(100, { secret: true, description: 'Shown once; the user must change it at the next sign-in.' })
  Password!: string;
}

export class UserRequest {
  @Guid({ example: 'e3a0c1d25b7f4968a1d4f06b8c927e51' }) UserId!: Guid;
}

export class UserCredentialRequest extends UserRequest {
  @OwnPassword() OwnPassword!: string;
}

export class UsersResponse extends responseOf('Users', ListedUser) {}

export class PasswordMadeResponse extends responseOf('Users', UserWithPassword) {}
