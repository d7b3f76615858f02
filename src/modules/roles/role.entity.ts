import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, ListOf, Name, Text } from '../../record/fields.js';

/** The right to call one operation. */
@Table('permissions', { set: 'permissions' })
export class Permission {
  @Int32({ key: 'generated', example: 41 }) PermissionId!: number;
  @Text(100, { example: 'EventType', description: "The operation's group." }) Module!: string;
  @Text(200, { example: '/v1/EventType', description: "The operation's path." }) Resource!: string;
  @Text(20, { example: 'GET', description: "The operation's verb." }) Action!: string;
  @Name(200, { example: 'List event types' }) Name!: string;
  @Text(4000) Description!: string;
  @Text(200, { example: 'read', description: '`read` or `write`.' }) Tags!: string;
  @Int32({ example: 1401 }) SortOrder!: number;
  @Flag({ default: true, description: 'false: the operation no longer exists.' }) IsActive!: boolean;
  @DateTime() CreatedUtc!: DateTime | null;
  @Text(100, { required: true, unique: true, example: 'listEventTypes', description: "The operation's name." })
  Code!: string;
}

/**
 * A role of users. The system roles are Worker, Agent and Administrator. With any other role, a user may call the
 * operations that the permissions of the role name.
 */
@Table('roles', { noun: 'role' })
export class Role {
  @Int32({ key: 'generated', example: 2 }) RoleId!: number;
  @Guid() TenantId!: Guid | null;
  @Text(50, { required: true, unique: true, example: 'Agent' }) Code!: string;
  @Name(100, { example: 'Agent' }) Name!: string;
  @Text(1000) Description!: string;
  @Flag({ description: 'true: a role of the service, whose permissions follow from the operations.' })
  IsSystem!: boolean;
  @Flag({ default: true }) IsActive!: boolean;
  @DateTime() CreatedUtc!: DateTime | null;
  @ListOf(() => Permission, { computed: true, description: 'Sorted by SortOrder.' }) Permissions!: Permission[];
}

@Table('role_permissions')
export class RolePermission {
  @Int32({ key: true, references: 'Role.RoleId', onDelete: 'CASCADE' }) RoleId!: number;
  @Int32({ key: true, references: 'Permission.PermissionId', onDelete: 'CASCADE' }) PermissionId!: number;
}
