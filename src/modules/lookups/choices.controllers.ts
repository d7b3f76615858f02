import { keyNames } from '../../database/schema/columns.js';
import { tableOf } from '../../database/schema/table.js';
import type { Class } from '../../record/field-types.js';
import { ContactCategory, ContactStatus, Job, SourceType } from './choices.entity.js';
import { LookUpOf } from './look-up.controller.js';

/** The choices for a field of contacts. The texts are the list in paths, and one choice and the choices in words. */
function choicesOf<E extends object>(
  entity: Class<E>,
  [list, one, many]: string[],
  add: Partial<E>,
  change: Partial<E>,
) {
  const [key] = keyNames(entity);
  const [text] = tableOf(entity).order;
  return LookUpOf(entity, {
    ...{ list, one, many },
    description: `Lists the ${many.replace('contact ', '')} of contacts by ${text}.`,
    add: {
      description: 'The service assigns the id, unless you send one: contacts may already have it.',
      example: add,
    },
    change: { description: `All contacts with this ${key} then have the new ${text}.`, example: change },
    keepsIds: true,
  });
}

export const choices = [
  ...choicesOf(
    ContactStatus,
    ['ContactStatuses', 'a contact status', 'contact statuses'],
    { ContactStatusDesc: 'Waiting for documents' },
    { ContactStatusDesc: 'Client' },
  ),
  ...choicesOf(
    ContactCategory,
    ['ContactCategories', 'a contact category', 'contact categories'],
    { ContactCategoryName: 'Parent' },
    { ContactCategoryName: 'Educator' },
  ),
  ...choicesOf(
    SourceType,
    ['SourceTypes', 'a source type', 'source types'],
    { SourceTypeDesc: 'Newsletter' },
    { SourceTypeDesc: 'Referral' },
  ),
  ...choicesOf(Job, ['Jobs', 'a job', 'jobs'], { JobName: 'Transport' }, { JobName: 'Instruction' }),
];
