import type { Decrypter, Encrypter } from 'age-encryption';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Recode } from '../../database/sqlite/sqlite-backup.js';
import { BadRequest } from '../../errors/errors.js';

/** `passphraseFile` is the path of a file with a passphrase, `keyFile` that of a file with keys. */
export interface KeyOptions {
  passphraseFile?: string;
  keyFile?: string;
}

/** Encrypts and decrypts files in the format of the tool `age`. */
export interface FileKey {
  encrypt: Recode;
  decrypt: Recode;
}

const magic = 'age-encryption.org/v1\n';
/** Minimum number of characters of a passphrase, because nothing limits the guesses at the passphrase of a file. */
const shortest = 15;

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === magic;
  } finally {
    await handle.close();
  }
}

/**
 * Returns the key in the file that an option names, or undefined if no option names a file. Throws BadRequest if the
 * file has no valid key or passphrase.
 */
export async function fileKey({ passphraseFile, keyFile }: KeyOptions): Promise<FileKey | undefined> {
  if (passphraseFile !== undefined) return passphraseKey(passphraseFile, await readFile(passphraseFile, 'utf8'));
  if (keyFile !== undefined) return pairKey(keyFile, await readFile(keyFile, 'utf8'));
  return undefined;
}

function passphraseKey(file: string, text: string): FileKey {
  const passphrase = text.replace(/\r?\n$/, '');
  if ([...passphrase].length < shortest)
    throw new BadRequest(`The passphrase in ${file} has fewer than ${shortest} characters.`);
  return keyOf(
    (encrypter) => encrypter.setPassphrase(passphrase),
    (decrypter) => decrypter.addPassphrase(passphrase),
  );
}

/**
 * `text` is the content of `file`: one key a line, as age-keygen writes them. A key `AGE-SECRET-KEY-…` encrypts and
 * decrypts, a key `age1…` only encrypts.
 */
function pairKey(file: string, text: string): FileKey {
  const lines = text.split(/\s*\n\s*/).filter((line) => line !== '' && !line.startsWith('#'));
  const secret = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  const shared = lines.filter((line) => line.startsWith('age1'));
  if (lines.length === 0 || secret.length + shared.length < lines.length)
    throw new BadRequest(
      `${file} contains no keys, or lines that are not keys. Write one AGE-SECRET-KEY-… or age1… a line.`,
    );
  const used = async (use: () => unknown): Promise<void> => {
    try {
      await use();
    } catch {
      throw new BadRequest(`${file} contains a damaged key.`);
    }
  };
  return keyOf(
    (encrypter) =>
      used(async () => {
        const { identityToRecipient } = await import('age-encryption');
        const recipients = [...shared, ...(await Promise.all(secret.map((key) => identityToRecipient(key))))];
        for (const recipient of new Set(recipients)) encrypter.addRecipient(recipient);
      }),
    async (decrypter) => {
      if (secret.length === 0) throw new BadRequest(`${file} contains no AGE-SECRET-KEY-…, which decrypting needs.`);
      await used(() => secret.forEach((key) => decrypter.addIdentity(key)));
    },
  );
}

function keyOf(
  lock: (encrypter: Encrypter) => void | Promise<void>,
  unlock: (decrypter: Decrypter) => void | Promise<void>,
): FileKey {
  return {
    encrypt: async (from, to, onProgress) => {
      const age = await import('age-encryption');
      const encrypter = new age.Encrypter();
      await lock(encrypter);
      await throughFile(from, to, onProgress, (bytes) => encrypter.encrypt(bytes));
    },
    decrypt: async (from, to, onProgress) => {
      const age = await import('age-encryption');
      const decrypter = new age.Decrypter();
      await unlock(decrypter);
      try {
        await throughFile(from, to, onProgress, (bytes) => decrypter.decrypt(bytes));
      } catch (error) {
        // An error of the file system has a code, and its message is enough. An error of the encrypted format has no
        // code.
        if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
        throw new BadRequest(`${from} cannot be decrypted: the key is wrong, or the file is damaged.`);
      }
    },
  };
}

async function throughFile(
  from: string,
  to: string,
  onProgress: Parameters<Recode>[2],
  change: (bytes: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): Promise<void> {
  const { size } = await stat(from);
  let done = 0;
  const source = createReadStream(from, { highWaterMark: 262_144 });
  source.on('data', (chunk) => onProgress((done += chunk.length), size)).pause();
  // Open the file now: a write stream would open it later, perhaps after a failure has removed it.
  const written = await open(to, 'w', 0o600);
  try {
    const changed = await change(Readable.toWeb(source));
    await pipeline(Readable.fromWeb(changed), written.createWriteStream());
  } finally {
    source.destroy();
    await written.close();
  }
}
