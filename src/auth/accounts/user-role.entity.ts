import { Table } from '../../database/schema/table.js';
import { Guid, Text } from '../../record/fields.js';

@Table('user_roles', { indexes: [['RoleCode']] })
export class UserRole {
  @Guid({ key: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @Text(50, { key: true }) RoleCode!: string;
}
