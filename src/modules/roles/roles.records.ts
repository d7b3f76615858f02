import { Int32, ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { Role } from './role.entity.js';

export class RoleRequest {
  @Int32({ example: 2 }) RoleId!: number;
}

/** A custom role. You name its permissions by Code or by PermissionId. */
export class OwnRole extends Role {
  @Int32({ key: 'generated', example: 10 }) override RoleId!: number;
}

export class RolesResponse extends ResponseRecord {
  @ListOf(() => Role) Roles!: Rows<Role>;
}
