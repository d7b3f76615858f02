import type { ResourceDeclaration } from '../http/endpoint/declaration.js';
import { roles } from '../http/endpoint/endpoint.js';
import { Role } from '../http/endpoint/roles.js';

/** The group of what the office administers. Whoever could hand any of it on could hand on everything. */
export const administration: ResourceDeclaration = {
  name: 'Administration',
  title: 'Users, roles and the audit',
  order: 4,
  companion: true,
  access: roles(Role.Administrator),
  delegable: false,
};
