import type { ResourceDeclaration } from '../../../http/endpoint/declaration.js';
import { roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';

/** The group of every operation on agents and their branches. */
export const branchesGroup: ResourceDeclaration = {
  name: 'Agents',
  title: 'Agents and branches',
  order: 3,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
};
