import { administration } from '../../auth/administration.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { OwnRole, RolesResponse } from './roles.records.js';
import { RoleSetup } from './role-setup.service.js';
import { RolesService } from './roles.service.js';

const records = { request: OwnRole, response: RolesResponse };
const path = '/v1/Roles/{RoleId}';

@Resource(administration)
export class RoleSetupController {
  constructor(
    private readonly roles: RolesService,
    private readonly setup: RoleSetup,
  ) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/Roles',
    summary: 'List roles',
    description: 'With their permissions, by RoleId.',
  })
  async listRoles(@Input() _: Bound<OwnRole>, @ListQuery() _options: ListOptions) {
    return { Roles: await this.roles.all() };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path: '/v1/Roles',
    summary: 'Add a role',
    description:
      'It opens to its holders what its Permissions name, by Code or PermissionId, with the rows that their own ' +
      'agent may see. An operation can be named where its `x-delegable` is true. A taken Code: 409.',
    example: { Code: 'Survey.Desk', Name: 'Survey desk', Permissions: [{ Code: 'listEventTypes' }] },
    errors: [Conflict],
  })
  async addRole(@Input() sent: Bound<OwnRole>) {
    return { Roles: [await this.setup.add(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path,
    summary: 'Change a role',
    description:
      'Changes what is sent; Permissions take the place of all of before, at once for those who are signed in. A ' +
      'system role, a taken Code, and another Code of a role that users hold: 409.',
    example: { Description: 'Receives customers at the door.', Permissions: [{ Code: 'listEventTypes' }] },
    errors: [NotFound, Conflict],
  })
  async changeRole(@Input() sent: BoundWith<OwnRole, 'RoleId'>) {
    return { Roles: [await this.setup.change(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path,
    summary: 'Remove a role',
    description: 'A system role, and one that users hold: 409.',
    errors: [NotFound, Conflict],
  })
  async removeRole(@Input() { RoleId }: BoundWith<OwnRole, 'RoleId'>) {
    return { Roles: [await this.setup.remove(RoleId)] };
  }
}
