import type { ResourceDeclaration } from '../http/endpoint/declaration.js';
import { roles } from '../http/endpoint/endpoint.js';
import { Role } from '../http/endpoint/roles.js';

/** The group of what the office administers. None of it is delegable: any of it could give its caller every right. */
export const administration: ResourceDeclaration = {
  name: 'Administration',
  title: 'Users, roles and the audit',
  order: 4,
  companion: true,
  access: roles(Role.Administrator),
};
