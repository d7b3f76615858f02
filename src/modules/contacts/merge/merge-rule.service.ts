import type { Class } from '../../../record/field-types.js';
import type { Contact } from '../contact.entity.js';

type Row = Readonly<Record<string, unknown>>;

/** A change of a merge that can be undone. record: the entity's name; keys: of the rows that changed. */
export type MergeStep =
  | { readonly record: string; readonly keys: readonly Row[]; readonly field: string; from: unknown; to: unknown }
  | { readonly record: string; readonly removed: Row; readonly added?: Row }
  | { readonly before: Partial<Contact>; readonly after: Partial<Contact> };

/**
 * Changes rows of a module beyond their reference to the contact when contacts are merged, and back when a merge is
 * undone. Each rule is a provider of its module; ContactReferences finds them all.
 */
export abstract class MergeRule {
  /** The entity whose rows `move` moves. */
  readonly entity?: Class;

  /** Gives locked rows to another contact. value: that contact's value of the reference. Throws Conflict. */
  async move(_rows: readonly object[], _value: unknown): Promise<void> {
    throw new Error('A rule with an entity moves its rows.');
  }

  /** Makes the rows of a contact consistent after they were moved. Returns its own changes. */
  async settle(_contactId: number): Promise<MergeStep[]> {
    return [];
  }
}
