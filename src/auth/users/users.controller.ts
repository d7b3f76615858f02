import { Conflict, NotFound, TooManyRequests } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { administration } from '../administration.js';
import { demoPassword } from '../auth.records.js';
import { OpenIdUsers } from '../oidc/openid-users.service.js';
import { UserSetup } from './user-setup.service.js';
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
const ofOne = { verb: 'POST', request: UserRequest, errors: [NotFound] } as const;
const ofCredential = {
  verb: 'POST',
  request: UserCredentialRequest,
  credential: { ofOther: true },
  errors: [NotFound, TooManyRequests],
  example: { OwnPassword: demoPassword },
} as const;
type Named = BoundWith<UserRequest, 'UserId'>;

@Resource(administration)
export class UsersController {
  constructor(
    private readonly users: UserSetup,
    private readonly identities: OpenIdUsers,
  ) {}

  @Endpoint({ ...records, verb: 'GET', path: '/v1/Users', summary: 'List users', description: 'By UserName.' })
  listUsers(@Input() _: Bound<ListedUser>, @ListQuery() options: ListOptions) {
    return { Users: this.users.list(options) };
  }

  @Endpoint({ ...records, verb: 'GET', path, summary: 'Read a user', errors: [NotFound], etag: true })
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
      'The answer has the password, once: the user signs in with it and can do nothing before changing it. ' +
      'A taken UserName, and an agent that is another user’s own: 409.',
    example: { UserName: 'pat.doe@example.com', Roles: [Role.Worker], OwnPassword: demoPassword },
    errors: [Conflict, TooManyRequests],
  })
  async addUser(@Input() { OwnPassword: _, ...sent }: Bound<WrittenUser>) {
    const { UserId, password } = await this.users.add({ ...sent, MustChangePassword: true });
    return { Users: [{ ...(await this.users.read(UserId)), Password: password }] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path,
    request: WrittenUser,
    credential: { fields: ['Disabled', 'RequireMFA', 'MustChangePassword'] },
    summary: 'Change a user',
    description:
      'Changes what is sent, MfaActive and LastLogin apart. All of it acts at once: disabling ends the sessions, and ' +
      'the keys stop acting. The last enabled Administrator can neither be disabled nor lose the role: 409.',
    example: { DisplayName: 'Casey Lin' },
    errors: [NotFound, Conflict, TooManyRequests],
  })
  async changeUser(@Input() { UserId, OwnPassword: _, ...sent }: BoundWith<WrittenUser, 'UserId'>) {
    await this.users.change(UserId, sent);
    return { Users: [await this.users.read(UserId)] };
  }

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/Password',
    response: PasswordMadeResponse,
    summary: 'Make a new password for a user',
    description:
      'The answer has it, once. Ends the sessions; the next one can do nothing before the user changes the password. ' +
      'The keys go on acting.',
  })
  async makePassword(@Input() { UserId }: Named) {
    const Password = await this.users.setPassword(UserId, undefined, true);
    return { Users: [{ ...(await this.users.read(UserId)), Password }] };
  }

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/ResetMfa',
    response: UsersResponse,
    summary: 'Take a lost authenticator app out of use',
    description:
      'With its recovery codes. Ends the sessions; where RequireMFA is set, the user enrols again first. A ' +
      'password of fewer than 15 characters has to be changed before.',
  })
  async resetMfa(@Input() { UserId }: Named) {
    await this.users.resetMfa(UserId);
    return { Users: [await this.users.read(UserId)] };
  }

  @Endpoint({
    ...ofOne,
    path: '/v1/Users/{UserId}/Unlock',
    response: UsersResponse,
    summary: 'Let a user try again at once',
    description: 'Forgets the failed sign-ins that make the user wait.',
  })
  async unlockUser(@Input() { UserId }: Named) {
    await this.users.unlock(UserId);
    return { Users: [await this.users.read(UserId)] };
  }

  @Endpoint({
    ...ofCredential,
    path: '/v1/Users/{UserId}/Unlink',
    response: UsersResponse,
    summary: 'Forget who a user is for the sign-in provider',
    description: 'Ends the sessions of a user who was linked; the next sign-in with the provider links anew.',
  })
  async unlinkUser(@Input() { UserId }: Named) {
    await this.identities.unlink(UserId);
    return { Users: [await this.users.read(UserId)] };
  }
}
