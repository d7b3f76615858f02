import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import type { BoundWith } from '../../record/bind.js';
import { authenticated, Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import { Role } from './role.entity.js';
import { RoleRequest } from './roles.records.js';
import { RolesService } from './roles.service.js';

@Resource({ name: 'Role', title: 'Roles and permissions', order: 7, access: authenticated })
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Roles/{RoleId}',
    request: RoleRequest,
    response: Role,
    etag: true,
    summary: 'Read a role',
    description: 'With its permissions. Callers who are not Administrators read the roles that they hold.',
    errors: [Forbidden, NotFound],
  })
  readRole(@Input() { RoleId }: BoundWith<RoleRequest, 'RoleId'>, @Caller() caller: Principal) {
    return this.roles.read(RoleId, caller);
  }
}
