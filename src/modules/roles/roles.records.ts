import { Int32 } from '../../record/fields.js';

export class RoleRequest {
  @Int32({ example: 2 }) RoleId!: number;
}
