import type { Config } from '../../config/config.js';
import { FieldCipher } from './field-cipher.js';

const cipherWith = (byte: number, ...old: number[]): FieldCipher =>
  new FieldCipher({
    fieldKey: Buffer.alloc(32, byte),
    fieldKeysOld: old.map((former) => Buffer.alloc(32, former)),
  } as unknown as Config);

describe('FieldCipher', () => {
  const cipher = cipherWith(1);
  const stored = cipher.encrypt('123-45-6789 ü', 'contacts.SSN:7');

  it('FieldCipher decrypts its own text, and encrypts differently each time', () => {
    expect(cipher.decrypt(stored, 'contacts.SSN:7')).toBe('123-45-6789 ü');
    expect(cipher.encrypt('123-45-6789 ü', 'contacts.SSN:7')).not.toBe(stored);
    expect(cipher.decrypt(cipher.encrypt('', 'c'), 'c')).toBe('');
  });

  it('FieldCipher refuses a value of another context, of another key, and with changed bytes', () => {
    expect(() => cipher.decrypt(stored, 'contacts.SSN:8')).toThrow();
    expect(() => cipherWith(2).decrypt(stored, 'contacts.SSN:7')).toThrow(/is encrypted with the key/);
    const [id, sealed] = stored.split('.');
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[14] ^= 1;
    expect(() => cipher.decrypt(`${id}.${bytes.toString('base64url')}`, 'contacts.SSN:7')).toThrow();
    expect(() => cipher.decrypt('nonsense', 'contacts.SSN:7')).toThrow();
  });

  it('FieldCipher refuses a value that differs only in the spare bits of its last character', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The value has 28 bytes of nonce and tag and one byte of text, so its last character has four spare bits, all
    // zero.
    const short = cipher.encrypt('1', 'c');
    const respelt = short.slice(0, -1) + alphabet[alphabet.indexOf(short.at(-1)!) + 1];
    const bytesOf = (text: string): Buffer => Buffer.from(text.split('.')[1], 'base64url');
    expect(bytesOf(respelt)).toEqual(bytesOf(short));
    expect(() => cipher.decrypt(respelt, 'c')).toThrow();
  });

  it('FieldCipher decrypts with a former key, and encrypts with the current one', () => {
    const rotated = cipherWith(2, 3, 1);
    expect(rotated.decrypt(stored, 'contacts.SSN:7')).toBe('123-45-6789 ü');
    const again = rotated.encrypt('123-45-6789 ü', 'contacts.SSN:7');
    expect(cipherWith(2).decrypt(again, 'contacts.SSN:7')).toBe('123-45-6789 ü');
    expect(() => cipher.decrypt(again, 'contacts.SSN:7')).toThrow(/is encrypted with the key/);
  });

  it('FieldCipher names the key without revealing it', () => {
    expect(stored).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
    expect(cipherWith(2).encrypt('x', 'c').slice(0, 8)).not.toBe(stored.slice(0, 8));
  });
});
