import type { Class } from '../../../record/field-types.js';
import type { Contact } from '../contact.entity.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * A step of a merge, stored to be undone: a reference changed in rows, a row removed, or fields of the contact changed.
 */
export type MergeStep =
  | { readonly record: string; readonly keys: readonly Row[]; readonly field: string; from: unknown; to: unknown }
  | { readonly record: string; readonly removed: Row; readonly added?: Row }
  | { readonly before: Partial<Contact>; readonly after: Partial<Contact> };

/**
 * What else a merge and its undoing change in the rows of a module, besides the reference to the contact. Provide each
 * subclass in its module; ContactReferences finds all of them.
 */
export abstract class MergeRule {
  /** The entity for whose rows ContactReferences calls `move`. */
  readonly entity?: Class;

  /** Gives rows, which are locked, to another contact. `value` is the new reference. Throws Conflict. */
  async move(_rows: readonly object[], _value: unknown): Promise<void> {
    throw new Error('A merge rule with an entity must override `move`.');
  }

  /** Corrects the rows of a contact after rows were moved to or from it. Returns the changes. */
  async settle(_contactId: number): Promise<MergeStep[]> {
    return [];
  }
}
