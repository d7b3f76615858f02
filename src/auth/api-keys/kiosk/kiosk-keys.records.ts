import { DateTime, Guid, Name, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { OwnPassword } from '../../accounts/credential.fields.js';

const mainStreet = 'a18d631ca3244bdb8e871c425bd24982';
const tablet = '2c6f81d07b5e4a39910fd4e8a7c35b62';

export class ListedKioskKey {
  @Guid({ key: true, example: tablet }) KeyId!: Guid;
  @Guid({ example: mainStreet }) LocationId!: Guid;
  @Name(200, { example: 'Main Street' }) LocationName!: string;
  @Text(12, { description: "The key's first characters, to tell keys apart." }) Prefix!: string;
  @DateTime() CreatedAt!: DateTime;
  @DateTime() ExpiresAt!: DateTime;
  @DateTime({ description: 'Accurate to a minute.' }) LastUsedAt!: DateTime | null;
  @DateTime({ description: 'When the key was revoked.' }) RevokedAt!: DateTime | null;
}

class KioskKeyWithSecret extends ListedKioskKey {
  @Text(100, { secret: true, description: 'For `X-Api-Key`. Cannot be read again.' }) Key!: string;
}

export class NewKioskKey {
  @Guid({ example: mainStreet }) LocationId!: Guid;
  @DateTime({ endOfDay: true, description: 'A year from now by default.' }) ExpiresAt!: DateTime | null;
  @OwnPassword() OwnPassword!: string;
}

export class KioskKeyRequest {
  @Guid({ example: mainStreet }) LocationId!: Guid;
  @Guid({ example: tablet }) KeyId!: Guid;
}

export class RevokeKioskKeyRequest extends KioskKeyRequest {
  @OwnPassword() OwnPassword!: string;
}

export class KioskKeysResponse extends responseOf('KioskKeys', ListedKioskKey) {}

export class KioskKeyMadeResponse extends responseOf('KioskKeys', KioskKeyWithSecret) {}
