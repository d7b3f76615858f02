import type { ResourceDeclaration } from '../../../http/endpoint/declaration.js';
import { roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';

/** The group of every operation that a front desk works with. */
export const frontDesk: ResourceDeclaration = {
  name: 'FrontDesk',
  title: 'Front desk',
  order: 2,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
};
