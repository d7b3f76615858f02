import type { Class } from '../../../record/field-types.js';
import type { Contact } from '../contact.entity.js';

type Row = Readonly<Record<string, unknown>>;

/** A step of a merge, stored so that it can be undone. */
export type MergeStep =
  | { readonly record: string; readonly keys: readonly Row[]; readonly field: string; from: unknown; to: unknown }
  | { readonly record: string; readonly removed: Row; readonly added?: Row }
  | { readonly before: Partial<Contact>; readonly after: Partial<Contact> };

/** Changes further rows of a module when contacts are merged or a merge is undone. Provide each rule in its module. */
export abstract class MergeRule {
  /** The entity for whose rows ContactReferencesService calls `move`. */
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
