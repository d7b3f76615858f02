import { DateTime, Flag, Int32, ListOf, Name, Nested, Text } from '../../../record/fields.js';
import { int32 } from '../../../record/field-types.js';
import { fieldsOf } from '../../../record/metadata.js';
import { responseOf } from '../../../record/response-status.js';
import { Contact } from '../contact.entity.js';
import { changeableFields } from '../contact-changes.service.js';
import { ContactDifference } from './contact-difference.entity.js';

/**
 * Maps the name of a field of Contact to the ContactId of the contact whose value the field takes. Fields that the
 * service writes are refused.
 */
class TakenFields {}
export type Taken = Partial<Record<keyof Contact, number>>;
for (const { name } of fieldsOf(Contact)) Int32()(TakenFields.prototype, name);

/** The fields that a merge can fill from other contacts. */
export const mergedFields: readonly (keyof Contact)[] = [...changeableFields, 'SSN'];

/** Fields that Take cannot name, because they belong to a telephone number or protect a person. */
export const consents: readonly (keyof Contact)[] = ['SMSOptIn', 'DoNotContact'];

export class MergeRequest {
  @Int32({ example: 7 }) ContactId!: number;
  @ListOf(int32, {
    minItems: 1,
    maxItems: 10,
    description: 'ContactIds of the contacts that are merged into this one.',
    example: [19],
  })
  From!: number[];
  @Nested(() => TakenFields, {
    description: 'For each field, the ContactId of the contact whose value is kept: this contact or one of `From`.',
  })
  Take!: TakenFields | null;
}

/** A merge in a list, where no path names the remaining contact. */
export class MergeOfMany extends MergeRequest {
  @Int32({ key: true, required: true, example: 43, description: 'The contact that remains.' })
  override ContactId!: number;
}

export class MergesRequest {
  @ListOf(() => MergeOfMany, { minItems: 1, maxItems: 50, required: true }) Merges!: MergeOfMany[];
}

export class UnmergeRequest {
  @Int32({ example: 25 }) ContactId!: number;
}

export class MergeResponse extends responseOf('Contacts', Contact) {}

const sharedValues = ['EmailAddress', 'Telephone', 'NameAndBirthDate'] as const;

/** A contact of a group of possible duplicates. */
export class PossibleDuplicate {
  @Int32({ example: 42 }) ContactId!: number;
  @Int32({ example: 2, description: '0 if the contact has no agent.' }) AgentId!: number;
  @Name(200, { example: 'Ada Lovelace' }) Name!: string;
}

/** Contacts with the same e-mail address, telephone number, or name and birth date. */
export class DuplicateGroup {
  @Text(20, { enum: sharedValues, example: 'Telephone' }) Shared!: string;
  @Text(64, {
    description:
      'The shared value: the E.164 form of a telephone number, the digits of a number that is not valid, or text in ' +
      'lower case without accents.',
    example: '+15055550142',
  })
  Value!: string;
  @ListOf(() => PossibleDuplicate, { spread: true, description: 'Up to 100 contacts of the group, by ContactId.' })
  Contacts!: PossibleDuplicate[];
}

export class DuplicatesResponse extends responseOf('Duplicates', DuplicateGroup) {}

/** A contact that was merged into another one. */
export class ListedMerge {
  @Int32({ key: true, example: 1 }) MergeId!: number;
  @Int32({ example: 25, description: 'The contact that remained.' }) ContactId!: number;
  @Name(200, { namesPerson: true, example: 'Ada Lovelace' }) ContactName!: string;
  @Int32({ example: 49 }) MergedContactId!: number;
  @Name(200, { namesPerson: true, example: 'Ada Byron' }) MergedContactName!: string;
  @DateTime() MergedAt!: DateTime;
  @Text(200, { example: 'agent@demo.test', description: 'UserName of the caller.' }) MergedBy!: string;
  @Flag({ description: 'true: Unmerge of ContactId undoes this merge, unless another agent has locked the contact.' })
  CanUnmerge!: boolean;
  @DateTime({ description: '30 days after MergedAt. Later, the merge cannot be undone.' }) UnmergeUntil!: DateTime;
}

export class MergesResponse extends responseOf('Merges', ListedMerge) {}

export class DifferentContact {
  @Int32({ key: true, required: true, example: 7 }) ContactId!: number;
}

export class DifferentRequest {
  @ListOf(() => DifferentContact, { minItems: 2, maxItems: 10, required: true }) Contacts!: DifferentContact[];
}

export class DifferencesResponse extends responseOf('Different', ContactDifference) {}
