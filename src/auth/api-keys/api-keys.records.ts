import { DateTime, Flag, Guid, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { longestUserName, OwnPassword } from '../accounts/credential.fields.js';
import { longestScope } from './api-key.entity.js';

const kiosk = '4f0d7c9a81e34b62a5c8e19b3d2f6074';

export class ListedKey {
  @Guid({ key: true, example: kiosk }) KeyId!: Guid;
  @Text(longestUserName, { description: 'The owner.' }) UserName!: string;
  @Text(12, { description: "The key's first characters, to tell keys apart." }) Prefix!: string;
  @DateTime() CreatedAt!: DateTime;
  @DateTime() ExpiresAt!: DateTime | null;
  @DateTime({ description: 'Accurate to a minute.' }) LastUsedAt!: DateTime | null;
  @Text(longestScope, {
    description: 'Comma-separated operations or groups of operations; empty: all operations of the owner.',
  })
  Scope!: string;
  @Flag({ description: 'The key works even if its owner is an Administrator.' }) ForAdministrator!: boolean;
  @DateTime({ description: 'When the key was revoked.' }) RevokedAt!: DateTime | null;
}

class KeyWithSecret extends ListedKey {
  @Text(100, { secret: true, description: 'For `X-Api-Key`. Cannot be read again.' }) Key!: string;
}

export class NewKey {
  @Guid({ example: 'e3a0c1d25b7f4968a1d4f06b8c927e51' }) UserId!: Guid;
  @DateTime({ endOfDay: true, description: 'A year from now by default.' }) ExpiresAt!: DateTime | null;
  @Text(longestScope, {
    example: 'checkins',
    description:
      'Comma-separated operations or groups of operations (`checkins`, `queue`), at least one. `calendar` alone ' +
      'makes the key a token of a calendar address. Without a scope the key may call all operations of the owner.',
  })
  Scope!: string;
  @Flag({ description: 'Required if the owner is an Administrator.' }) ForAdministrator!: boolean;
  @OwnPassword() OwnPassword!: string;
}

export class KeyRequest {
  @Guid({ example: 'e3a0c1d25b7f4968a1d4f06b8c927e51' }) UserId!: Guid;
  @Guid({ example: kiosk }) KeyId!: Guid;
}

export class RevokeKeyRequest extends KeyRequest {
  @OwnPassword() OwnPassword!: string;
}

export class KeysResponse extends responseOf('ApiKeys', ListedKey) {}

export class KeyMadeResponse extends responseOf('ApiKeys', KeyWithSecret) {}
