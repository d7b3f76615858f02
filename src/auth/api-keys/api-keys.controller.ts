import { Conflict, NotFound, TooManyRequests } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { demoPassword } from '../../demo/demo-password.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { KeyMadeResponse, KeyRequest, KeysResponse, NewKey, RevokeKeyRequest } from './api-keys.records.js';
import { ApiKeysService } from './api-keys.service.js';

const ofUser = '/v1/Users/{UserId}/ApiKeys';

@Resource(groups.administration)
export class ApiKeysController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly keys: ApiKeysService,
  ) {}

  @Endpoint({
    verb: 'GET',
    path: ofUser,
    request: KeyRequest,
    response: KeysResponse,
    summary: "List a user's API keys",
    description: 'Lists expired and revoked keys too, the oldest first, without the secrets.',
    errors: [NotFound],
  })
  async listUserKeys(@Input() { UserId }: BoundWith<KeyRequest, 'UserId'>, @ListQuery() options: ListOptions) {
    await this.accounts.existing(UserId);
    return { ApiKeys: this.keys.list(UserId, options) };
  }

  @Endpoint({
    verb: 'POST',
    path: ofUser,
    request: NewKey,
    credential: { ofOther: true },
    response: KeyMadeResponse,
    summary: 'Make an API key for a user',
    description: 'Only this response shows the key. 409 for an Administrator without ForAdministrator.',
    example: { Scope: 'checkins', OwnPassword: demoPassword },
    errors: [NotFound, Conflict, TooManyRequests],
  })
  async addUserKey(@Input() { UserId, ExpiresAt, Scope, ForAdministrator }: BoundWith<NewKey, 'UserId'>) {
    const { KeyId, key } = await this.keys.create(UserId, {
      expiresAt: ExpiresAt ?? undefined,
      scope: Scope?.split(',').flatMap((name) => name.trim() || []),
      administrator: ForAdministrator,
    });
    return { ApiKeys: [{ ...(await this.keys.read(KeyId)), Key: key }] };
  }

  @Endpoint({
    verb: 'DELETE',
    path: '/v1/Users/{UserId}/ApiKeys/{KeyId}',
    request: RevokeKeyRequest,
    credential: { ofOther: true },
    response: KeysResponse,
    summary: 'Revoke an API key',
    description: 'The key is refused at once. The revoked key stays on the list. Revoking it again changes nothing.',
    example: { OwnPassword: demoPassword },
    errors: [NotFound, TooManyRequests],
  })
  async revokeUserKey(@Input() { UserId, KeyId }: BoundWith<RevokeKeyRequest, 'UserId' | 'KeyId'>) {
    await this.keys.revoke(KeyId, UserId);
    return { ApiKeys: [await this.keys.read(KeyId)] };
  }
}
