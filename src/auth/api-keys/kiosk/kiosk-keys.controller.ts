import { NotFound, TooManyRequests } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { demoPassword } from '../../../demo/demo-password.js';
import {
  KioskKeyMadeResponse,
  KioskKeyRequest,
  KioskKeysResponse,
  NewKioskKey,
  RevokeKioskKeyRequest,
} from './kiosk-keys.records.js';
import { KioskKeysService } from './kiosk-keys.service.js';

const path = '/v1/Locations/{LocationId}/KioskKeys';
const access = roles(Role.Administrator);
const example = { OwnPassword: demoPassword };

@Resource(groups.reception)
export class KioskKeysController {
  constructor(private readonly keys: KioskKeysService) {}

  @Endpoint({
    access,
    verb: 'GET',
    path,
    request: KioskKeyRequest,
    response: KioskKeysResponse,
    summary: "List the keys of a location's kiosks",
    description: 'Lists expired and revoked keys too, the oldest first, without the secrets.',
    errors: [NotFound],
  })
  async listKioskKeys(
    @Input() { LocationId }: BoundWith<KioskKeyRequest, 'LocationId'>,
    @ListQuery() options: ListOptions,
  ) {
    return { KioskKeys: await this.keys.list(LocationId, options) };
  }

  @Endpoint({
    access,
    verb: 'POST',
    path,
    request: NewKioskKey,
    credential: {},
    response: KioskKeyMadeResponse,
    summary: 'Make a key for a kiosk',
    description:
      'Only this response shows the key. The key belongs to the location and to no user: it reads the lines of the ' +
      'location with their waits, and checks in customers by telephone number and last name.',
    example,
    errors: [NotFound, TooManyRequests],
  })
  async addKioskKey(@Input() { LocationId, ExpiresAt }: BoundWith<NewKioskKey, 'LocationId'>) {
    const { KeyId, key } = await this.keys.create(LocationId, ExpiresAt ?? undefined);
    return { KioskKeys: [{ ...(await this.keys.read(KeyId)), Key: key }] };
  }

  @Endpoint({
    access,
    verb: 'DELETE',
    path: '/v1/Locations/{LocationId}/KioskKeys/{KeyId}',
    request: RevokeKioskKeyRequest,
    credential: {},
    response: KioskKeysResponse,
    summary: "Revoke a kiosk's key",
    description: 'The key is refused at once. The revoked key stays on the list. Revoking it again changes nothing.',
    example,
    errors: [NotFound, TooManyRequests],
  })
  async revokeKioskKey(@Input() { LocationId, KeyId }: BoundWith<RevokeKioskKeyRequest, 'LocationId' | 'KeyId'>) {
    await this.keys.revoke(KeyId, LocationId);
    return { KioskKeys: [await this.keys.read(KeyId)] };
  }
}
