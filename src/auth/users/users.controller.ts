import { Conflict, NotFound, TooManyRequests } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { demoPassword } from '../../demo/demo-password.js';
import { User } from '../accounts/user.entity.js';
import { UsersService } from './users.service.js';
import {
  ListedUser,
  PasswordMadeResponse,
  UserCredentialRequest,
  UserRequest,
  UsersResponse,
  WrittenUser,
} from './users.records.js';

const records = { request: ListedUser, response: UsersResponse };
const path = '/v1/Users/{UserId}';
/** The common part of the declarations of operations that change another user's credential. */
export const ofCredential = {
  verb: 'POST',
  request: UserCredentialRequest,
  credential: { ofOther: true },
  errors: [NotFound, TooManyRequests],
  example: { OwnPassword: demoPassword },
} as const;
type Named = BoundWith<UserRequest, 'UserId'>;

@Resource(groups.administration)
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Endpoint({ ...records, verb: 'GET', path: '/v1/Users', summary: 'List users', description: 'Ordered by UserName.' })
  listUsers(@Input() _: Bound<ListedUser>, @ListQuery() options: ListOptions) {
    return { Users: this.users.list(options) };
  }

  @Endpoint({ ...records, verb: 'GET', path, summary: 'Read a user', errors: [NotFound], etag: User })
  async readUser(@Input() { UserId }: BoundWith<ListedUser, 'UserId'>) {
    return { Users: [await this.users.read(UserId)] };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Users',
    credential: {},
    request: WrittenUser,
    response: PasswordMadeResponse,
    summary: 'Add a user',
    description:
      'Only this response shows the password. The user signs in with it and must change it before any other call. ' +
      '409 if the UserName is taken, or if the agent is linked to another user.',
    example: { UserName: 'pat.doe@example.com', Roles: [Role.Worker], OwnPassword: demoPassword },
    errors: [Conflict, TooManyRequests],
  })
  async addUser(@Input() { OwnPassword: _, ...input }: Bound<WrittenUser>) {
    const { UserId, password } = await this.users.add({ ...input, MustChangePassword: true });
    return { Users: [{ ...(await this.users.read(UserId)), Password: password }] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path,
    request: WrittenUser,
    credential: {
      fields: ['UserName', 'Disabled', 'RequireMFA', 'MustChangePassword'],
      changes: 'Roles or AgentId, or switch RestrictToSingleSession off',
    },
    summary: 'Change a user',
    description:
      'Changes only the fields that you send, except MfaActive and LastLogin. Disabling a user ends the sessions and ' +
      'stops the API keys at once. The last enabled Administrator can neither be disabled nor lose the role: 409.',
    example: { DisplayName: 'Casey Lin' },
    errors: [NotFound, Conflict, TooManyRequests],
  })
  async changeUser(@Input() { UserId, OwnPassword: _, ...input }: BoundWith<WrittenUser, 'UserId'>) {
    await this.users.change(UserId, input);
    return { Users: [await this.users.read(UserId)] };
  }

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/Password',
    response: PasswordMadeResponse,
    summary: 'Make a new password for a user',
    description:
      'Only this response shows the password. Ends all sessions of the user, who must change the password at the ' +
      'next sign-in before any other call. The API keys remain valid.',
  })
  async makePassword(@Input() { UserId }: Named) {
    const Password = await this.users.setPassword(UserId, undefined, true);
    return { Users: [{ ...(await this.users.read(UserId)), Password }] };
  }

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/ResetMfa',
    response: UsersResponse,
    summary: 'Remove a lost authenticator app',
    description:
      'Removes the recovery codes too, and ends all sessions of the user. With RequireMFA, the user must enrol ' +
      'again before any other call. A password of fewer than 15 characters must be changed before that.',
  })
  async resetMfa(@Input() { UserId }: Named) {
    await this.users.resetMfa(UserId);
    return { Users: [await this.users.read(UserId)] };
  }

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/Unlock',
    response: UsersResponse,
    summary: 'Clear the failed sign-ins of a user',
    description:
      'The user can then try to sign in at once. It requires the password, because a thief of a token could ' +
      'otherwise guess passwords without limit.',
  })
  async unlockUser(@Input() { UserId }: Named) {
    await this.users.unlock(UserId);
    return { Users: [await this.users.read(UserId)] };
  }
}
