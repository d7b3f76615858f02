import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { Permission } from './permission.entity.js';

/**
 * What its holders may do. Worker, Agent and Administrator are the system's; others open
 * the operations that their permissions name.
 */
@Table('roles')
export class Role {
  @Int32({ key: 'generated', example: 2 }) RoleId!: number;
  @Guid() TenantId!: Guid | null;
  @Text(50, { required: true, unique: true, example: 'Agent' }) Code!: string;
  @Text(100, { example: 'Agent' }) Name!: string;
  @Text(1000) Description!: string;
  @Flag({ description: "The service's own: its permissions follow from the operations." }) IsSystem!: boolean;
  @Flag({ default: true }) IsActive!: boolean;
  @DateTime() CreatedUtc!: DateTime | null;
  @ListOf(() => Permission, { computed: true, description: 'By SortOrder.' }) Permissions!: Permission[];
}
