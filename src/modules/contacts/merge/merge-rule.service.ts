import type { Class } from '../../../record/field-types.js';
import type { Contact } from '../contact.entity.js';

type Row = Readonly<Record<string, unknown>>;

/** A change of a merge that can be undone. record: the entity's name; keys: the keys of the changed rows. */
export type MergeStep =
  | { readonly record: string; readonly keys: readonly Row[]; readonly field: string; from: unknown; to: unknown }
  | { readonly record: string; readonly removed: Row; readonly added?: Row }
  | { readonly before: Partial<Contact>; readonly after: Partial<Contact> };

/**
 * Changes more in the rows of a module than their reference to the contact when contacts are merged, and undoes that
 * when the merge is undone. Each rule is a provider of its module; ContactReferences finds all rules.
 */
export abstract class MergeRule {
  /** The entity whose rows `move` moves. */
  readonly entity?: Class;

  /** Gives locked rows to another contact. value: the new value of the reference. Throws Conflict. */
  async move(_rows: readonly object[], _value: unknown): Promise<void> {
    throw new Error('A merge rule with an entity must override `move`.');
  }

  /** Makes the rows of a contact consistent after rows were moved. Returns the changes it made. */
  async settle(_contactId: number): Promise<MergeStep[]> {
    return [];
  }
}
