import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Int32, Text } from '../../record/fields.js';

/** The right to call one operation. */
@Table('permissions', { set: 'permissions' })
export class Permission {
  @Int32({ key: 'generated', example: 41 }) PermissionId!: number;
  @Text(100, { example: 'EventType', description: "The operation's group." }) Module!: string;
  @Text(200, { example: '/v1/EventType', description: "The operation's path." }) Resource!: string;
  @Text(20, { example: 'GET', description: "The operation's verb." }) Action!: string;
  @Text(200, { example: 'List event types' }) Name!: string;
  @Text(4000) Description!: string;
  @Text(200, { example: 'read', description: '`read` or `write`.' }) Tags!: string;
  @Int32({ example: 1401 }) SortOrder!: number;
  @Flag({ default: true, description: 'false: no operation asks for it any more.' }) IsActive!: boolean;
  @DateTime() CreatedUtc!: DateTime | null;
  @Text(100, { required: true, unique: true, example: 'listEventTypes', description: "The operation's name." })
  Code!: string;
}
