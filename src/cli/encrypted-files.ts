import type { Decrypter, Encrypter } from 'age-encryption';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Recode } from '../database/sqlite/sqlite-backup.js';
import { CommandFailed } from './service.js';

/** What a command is told to encrypt or decrypt with: the names of files. */
export interface KeyOptions {
  passphraseFile?: string;
  keyFile?: string;
}

/** How files are encrypted, and read again: in the format age, which the tool of that name knows too. */
export interface FileKey {
  encrypt: Recode;
  decrypt: Recode;
}

const magic = 'age-encryption.org/v1\n';
/** As long as a password: a file's passphrase is tried without anybody to count. */
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

/** The key that the options name; undefined: none. Throws CommandFailed for a file that holds no key. */
export async function fileKey({ passphraseFile, keyFile }: KeyOptions): Promise<FileKey | undefined> {
  if (passphraseFile !== undefined) return passphraseKey(passphraseFile, await readFile(passphraseFile, 'utf8'));
  if (keyFile !== undefined) return pairKey(keyFile, await readFile(keyFile, 'utf8'));
  return undefined;
}

function passphraseKey(file: string, text: string): FileKey {
  const passphrase = text.replace(/\r?\n$/, '');
  if ([...passphrase].length < shortest)
    throw new CommandFailed(`The passphrase in ${file} has fewer than ${shortest} characters.`);
  return keyOf(
    (encrypter) => encrypter.setPassphrase(passphrase),
    (decrypter) => decrypter.addPassphrase(passphrase),
  );
}

/** Lines as age-keygen writes them: `AGE-SECRET-KEY-…` reads, and with `age1…` alone backups can be made. */
function pairKey(file: string, text: string): FileKey {
  const lines = text.split(/\s*\n\s*/).filter((line) => line !== '' && !line.startsWith('#'));
  const secret = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  const shared = lines.filter((line) => line.startsWith('age1'));
  if (lines.length === 0 || secret.length + shared.length < lines.length)
    throw new CommandFailed(`${file} holds something else than keys: AGE-SECRET-KEY-… or age1…, a line each.`);
  const used = async (use: () => unknown): Promise<void> => {
    try {
      await use();
    } catch {
      throw new CommandFailed(`${file} holds a key that is damaged.`);
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
      if (secret.length === 0) throw new CommandFailed(`${file} holds no AGE-SECRET-KEY-…, which reading takes.`);
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
        // A disk that is full says so itself; the format's errors have no code.
        if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
        throw new CommandFailed(`${from} cannot be decrypted: it is not for this key, or it is damaged.`);
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
  // Opened before the first failure: a stream that opens it itself may do so after the file was removed.
  const written = await open(to, 'w', 0o600);
  try {
    const changed = await change(Readable.toWeb(source));
    await pipeline(Readable.fromWeb(changed), written.createWriteStream());
  } finally {
    source.destroy();
    await written.close();
  }
}
