import type { ResourceDeclaration } from '../../../http/endpoint/declaration.js';
import { roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';

/** The group of every operation that goes before a survey's answers, or follows them. */
export const surveyDesk: ResourceDeclaration = {
  name: 'Surveys',
  title: 'Surveys and rewards',
  order: 6,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
};
