import type { Class } from '../record/field-types.js';

/** A person, as copies of the person's data may have it. */
export interface CopiedPerson {
  /** Lower case. */
  readonly emails: ReadonlySet<string>;
  /** In E.164 form, and as they are written. */
  readonly phones: ReadonlySet<string>;
  readonly names: readonly { readonly first: string; readonly last: string; readonly full: string }[];
  /** The values by which rows about the person are referred to: `Contact.ContactId` → 42. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  /** What `find` has read of files. A second search, within a transaction, reads only new files. */
  readonly read: ReadFiles;
}

/** The lines about the person by file; undefined for a file that cannot be read. */
export type ReadFiles = Map<string, readonly number[] | undefined>;

/** Copies of a person's data. */
export interface FoundCopies {
  readonly set: string;
  readonly entity: Class;
  /** What the export of the person shows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** What an erasure leaves. */
  readonly keeps: string;
  erase(): Promise<void>;
}

/**
 * Finds copies of personal data to which no reference leads, such as files and responses that are kept for a while.
 * Rooms and modules contribute it as a provider.
 */
export abstract class PersonalCopies {
  abstract find(person: CopiedPerson): Promise<FoundCopies>;
}
