import type { ResourceDeclaration } from '../../http/endpoint/declaration.js';
import { roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';

/** The group of every operation on contacts. */
export const contactsGroup: ResourceDeclaration = {
  name: 'Contacts',
  title: 'Contacts and activities',
  order: 1,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
};
