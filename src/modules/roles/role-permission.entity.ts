import { Table } from '../../database/schema/table.js';
import { Int32 } from '../../record/fields.js';

/** A permission that a role gives. */
@Table('role_permissions')
export class RolePermission {
  @Int32({ key: true, references: 'Role.RoleId', onDelete: 'CASCADE' }) RoleId!: number;
  @Int32({ key: true, references: 'Permission.PermissionId', onDelete: 'CASCADE' }) PermissionId!: number;
}
