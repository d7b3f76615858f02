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

  it('gives back what was encrypted, differently each time', () => {
    expect(cipher.decrypt(stored, 'contacts.SSN:7')).toBe('123-45-6789 ü');
    expect(cipher.encrypt('123-45-6789 ü', 'contacts.SSN:7')).not.toBe(stored);
    expect(cipher.decrypt(cipher.encrypt('', 'c'), 'c')).toBe('');
  });

  it('refuses a value of another place, another key, or that was changed', () => {
    expect(() => cipher.decrypt(stored, 'contacts.SSN:8')).toThrow();
    expect(() => cipherWith(2).decrypt(stored, 'contacts.SSN:7')).toThrow(/is encrypted with the key/);
    const [id, sealed] = stored.split('.');
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[14] ^= 1;
    expect(() => cipher.decrypt(`${id}.${bytes.toString('base64url')}`, 'contacts.SSN:7')).toThrow();
    expect(() => cipher.decrypt('nonsense', 'contacts.SSN:7')).toThrow();
  });

  it('decrypts with a former key, and encrypts with the present one', () => {
    const rotated = cipherWith(2, 3, 1);
    expect(rotated.decrypt(stored, 'contacts.SSN:7')).toBe('123-45-6789 ü');
    const again = rotated.encrypt('123-45-6789 ü', 'contacts.SSN:7');
    expect(cipherWith(2).decrypt(again, 'contacts.SSN:7')).toBe('123-45-6789 ü');
    expect(() => cipher.decrypt(again, 'contacts.SSN:7')).toThrow(/is encrypted with the key/);
  });

  it('names the key, and nothing of it', () => {
    expect(stored).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
    expect(cipherWith(2).encrypt('x', 'c').slice(0, 8)).not.toBe(stored.slice(0, 8));
  });
});
