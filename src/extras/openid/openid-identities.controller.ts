import { UsersService } from '../../auth/users/users.service.js';
import { ofCredential } from '../../auth/users/users.controller.js';
import { UsersResponse, type UserRequest } from '../../auth/users/users.records.js';
import { Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { BoundWith } from '../../record/bind.js';
import { OpenIdUsersService } from './openid-users.service.js';

@Resource(groups.administration)
export class OpenIdIdentitiesController {
  constructor(
    private readonly users: UsersService,
    private readonly identities: OpenIdUsersService,
  ) {}

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/Unlink',
    response: UsersResponse,
    summary: "Remove a user's link to the sign-in provider",
    description: 'Ends the sessions of a linked user. The next sign-in with the provider links the user again.',
  })
  async unlinkUser(@Input() { UserId }: BoundWith<UserRequest, 'UserId'>) {
    await this.identities.unlink(UserId);
    return { Users: [await this.users.read(UserId)] };
  }
}
