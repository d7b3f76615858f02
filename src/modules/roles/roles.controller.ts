import { Caller, type Principal } from '../../auth/accounts/principal.js';
import type { BoundWith, Bound } from '../../record/bind.js';
import { authenticated, Endpoint, Input, Resource, ListQuery } from '../../http/endpoint/endpoint.js';
import { Forbidden, NotFound, Conflict } from '../../errors/errors.js';
import { HistoryOf } from '../history/history.controller.js';
import { Permission, Role } from './role.entity.js';
import { RolesService } from './roles.service.js';
import { groups } from '../../http/endpoint/groups.js';
import { Int32 } from '../../record/fields.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { responseOf } from '../../record/response-status.js';

class RoleRequest {
  @Int32({ example: 2 }) RoleId!: number;
}

/** A custom role. A request names its permissions by Code or by PermissionId. */
class OwnRole extends Role {
  @Int32({ key: 'generated', example: 10 }) override RoleId!: number;
}

class OperationsResponse extends responseOf('Operations', Permission) {}

class RolesResponse extends responseOf('Roles', Role) {}

const records = { group: groups.administration, request: OwnRole, response: RolesResponse };
const path = '/v1/Roles/{RoleId}';

@Resource({ name: 'Role', title: 'Roles and permissions', order: 7, access: authenticated })
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Roles/{RoleId}',
    request: RoleRequest,
    response: Role,
    etag: Role,
    summary: 'Read a role',
    description: 'Returns the role with its permissions. Only Administrators can read roles that they do not hold.',
    errors: [Forbidden, NotFound],
  })
  readRole(@Input() { RoleId }: BoundWith<RoleRequest, 'RoleId'>, @Caller() caller: Principal) {
    return this.roles.read(RoleId, caller);
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/Roles',
    summary: 'List roles',
    description: 'Lists the roles with their permissions, by RoleId.',
  })
  async listRoles(@Input() _: Bound<OwnRole>, @ListQuery() _options: ListOptions) {
    return { Roles: await this.roles.list() };
  }

  @Endpoint({
    group: groups.administration,
    verb: 'GET',
    path: '/v1/Roles/Operations',
    response: OperationsResponse,
    summary: 'List the operations that a custom role may name',
    description: 'Sorted by SortOrder, which is the order of this document.',
  })
  listRoleOperations(@ListQuery() options: ListOptions) {
    return { Operations: this.roles.operations(options) };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path: '/v1/Roles',
    summary: 'Add a role',
    description:
      'Users with the role may call the operations of its Permissions (by Code or PermissionId), on the rows that ' +
      'their own agent may see and on those of the locations where they work. A role can name each operation of ' +
      '`GET /v1/Roles/Operations`. A Code in use: 409.',
    example: { Code: 'Survey.Desk', Name: 'Survey desk', Permissions: [{ Code: 'listEventTypes' }] },
    errors: [Conflict],
  })
  async addRole(@Input() sent: Bound<OwnRole>) {
    return { Roles: [await this.roles.add(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path,
    summary: 'Change a role',
    description:
      'Changes only the fields that you send. Permissions replaces the whole list, at once for signed-in users. A ' +
      'system role, a Code in use, and a new Code for a role that users hold: 409.',
    example: { Description: 'Finds event types by name.', Permissions: [{ Code: 'listEventTypes' }] },
    errors: [NotFound, Conflict],
  })
  async changeRole(@Input() sent: BoundWith<OwnRole, 'RoleId'>) {
    return { Roles: [await this.roles.change(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path,
    summary: 'Remove a role',
    description: 'A system role, or a role that users hold: 409.',
    errors: [NotFound, Conflict],
  })
  async removeRole(@Input() { RoleId }: BoundWith<OwnRole, 'RoleId'>) {
    return { Roles: [await this.roles.remove(RoleId)] };
  }
}

export class RoleHistoryController extends HistoryOf(RolesController, 'readRole', 'changeRole') {}
