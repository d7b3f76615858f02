import type { DataSource } from 'typeorm';
import type { FieldCipher } from './field-cipher.js';

const ciphers = new WeakMap<DataSource, FieldCipher>();

/** What migrations encrypt with: they are given a data source and nothing else. */
export function sealWith(dataSource: DataSource, cipher: FieldCipher): void {
  ciphers.set(dataSource, cipher);
}

export function cipherOf(dataSource: DataSource): FieldCipher {
  const cipher = ciphers.get(dataSource);
  if (!cipher) throw new Error('There is no key to encrypt with: run `agency migrate`.');
  return cipher;
}
