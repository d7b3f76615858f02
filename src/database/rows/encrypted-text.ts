import type { Class } from '../../record/field-types.js';
import { keyNames, storedFields } from '../schema/columns.js';
import { encryptionPlace } from '../schema/table.js';
import type { Row } from '../driver/dialect.js';
import type { FieldCipher } from '../encryption/field-cipher.js';

/** An encrypted text that is written back unchanged: no key decrypts it, or no caller needs the clear text. */
export class StoredText {
  constructor(readonly stored: string) {}
}

/** The texts of an entity that are encrypted in the database and sent as clear text. */
export class EncryptedTexts {
  readonly names: readonly string[];
  /** The key field, whose value is needed to decrypt the texts of a row. */
  private readonly key: string;

  private constructor(
    private readonly entity: Class,
    names: readonly string[],
    private readonly cipher: FieldCipher,
  ) {
    this.names = names;
    [this.key] = keyNames(entity);
  }

  static of(entity: Class, cipher: FieldCipher): EncryptedTexts | undefined {
    const names = storedFields(entity).filter(({ options }) => options.encrypted && !options.secret);
    return names.length === 0
      ? undefined
      : new EncryptedTexts(
          entity,
          names.map(({ name }) => name),
          cipher,
        );
  }

  /**
   * Encrypts a text for the column `name` of a row. Returns the encrypted text of a StoredText; an empty text and any
   * other value stay unchanged.
   */
  encrypted(name: string, value: unknown, row: Row): unknown {
    if (value instanceof StoredText) return value.stored;
    return typeof value === 'string' && value !== '' ? this.cipher.encrypt(value, this.place(name, row)) : value;
  }

  /** Decrypts the texts of a row. */
  opened(row: Row): Row {
    return this.changed(
      row,
      (stored, name) => this.cipher.open(stored, this.place(name, row)) ?? new StoredText(stored),
    );
  }

  /** Decrypts the texts of a row for a response. An unreadable text becomes ''. */
  shown(row: Row): Row {
    return this.changed(row, (stored, name) => this.cipher.open(stored, this.place(name, row)) ?? '');
  }

  private changed(row: Row, change: (stored: string, name: string) => unknown): Row {
    const after = { ...row };
    for (const name of this.names) {
      const stored = row[name];
      if (typeof stored === 'string' && stored !== '') after[name] = change(stored, name);
    }
    return after;
  }

  private place(name: string, row: Row): string {
    return encryptionPlace(this.entity, name, row[this.key] as number | string);
  }
}
