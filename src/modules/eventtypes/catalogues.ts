import type { ResourceDeclaration } from '../../http/endpoint/declaration.js';
import { roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';

/** The group of every operation that keeps what the others choose from. */
export const catalogues: ResourceDeclaration = {
  name: 'Catalogue',
  title: 'Event types and policy documents: changes',
  order: 9,
  companion: true,
  access: roles(Role.Administrator),
};
