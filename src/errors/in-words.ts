/** What stops a start or a command; its message says all that an operator needs. */
export class Stated extends Error {}

interface Coded {
  readonly message: string;
  readonly code?: unknown;
  readonly path?: unknown;
  readonly syscall?: unknown;
  readonly driverError?: unknown;
}

/**
 * What an operator can mend, in a sentence that says so: a file, a folder, a disk, a certificate, a driver. undefined:
 * it is none of these, and its stack is needed.
 */
export function inWords(error: unknown): string | undefined {
  if (error instanceof Stated) return error.message;
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  const { driverError = error } = error as Coded;
  const known = driverError as Coded;
  const code = typeof known.code === 'string' ? known.code : '';
  return ofDriver(known.message, code) ?? ofSqlite(code) ?? ofTls(code, known.message) ?? ofSystem(known, code);
}

/** The native part of better-sqlite3 is missing, or made for another machine. */
function ofDriver(message: string, code: string): string | undefined {
  const isMissing = /bindings file|better[-_]sqlite3.*\.node|prebuilds/i.test(message);
  return isMissing && /^(ERR_DLOPEN_FAILED|MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND|)$/.test(code)
    ? 'The SQLite driver (better-sqlite3) has no binary that runs here. Run `npm ci` on this machine, with its Node.'
    : undefined;
}

const sqlite: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_NOTADB/, 'The file is no SQLite database, or it is encrypted. Is DATABASE_URL, or the file named, right?'],
  [/^SQLITE_CORRUPT/, 'The SQLite database is damaged. Restore a backup.'],
  [/^SQLITE_FULL/, 'The disk is full. Make room, and try again.'],
  [
    /^SQLITE_READONLY/,
    'The SQLite database, or its folder, cannot be written. Is the disk read-only, and is this user its owner?',
  ],
  [
    /^SQLITE_CANTOPEN/,
    'The SQLite database cannot be opened. It must be a file, and this user must be able to write it and its folder.',
  ],
  [/^SQLITE_IOERR/, 'The disk of the SQLite database fails. Look at the log of the system.'],
];

function ofSqlite(code: string): string | undefined {
  return sqlite.find(([pattern]) => pattern.test(code))?.[1];
}

function ofTls(code: string, message: string): string | undefined {
  if (!/^(HANDSHAKE_(NO_)?SSL|CERT_|ERR_(TLS|SSL)_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)) return undefined;
  const what = 'The encrypted connection to the database of DATABASE_URL is refused';
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return `${what}: its server offers no TLS. Switch it on there.`;
  if (/expired/i.test(message)) return `${what}: the certificate of its server has expired. Renew it.`;
  if (/not yet valid/i.test(message)) return `${what}: its server's certificate is not valid yet. Is the clock right?`;
  if (/altnames|does not match/i.test(message))
    return `${what}: the certificate of its server bears another name. Use that name in the URL, or renew it.`;
  if (/protocol|version|unsupported|no shared cipher|handshake failure/i.test(message))
    return `${what}: its server speaks no safe TLS. It needs TLS 1.2 or newer.`;
  return `${what}: ssl-ca does not name who signed its certificate (${message.replace(/[.;]?\s*$/, '')}).`;
}

/** Of `ENOENT: no such file or directory, open 'x.csv'` what a person needs. */
function ofSystem({ message, path, syscall }: Coded, code: string): string | undefined {
  if (syscall === undefined) return undefined;
  const where = typeof path === 'string' ? path : undefined;
  if (code === 'EISDIR') return `${where ?? 'It'} is a folder, not a file.`;
  if (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir'))
    return `${where ?? 'It'} is a file, and a folder is needed there.`;
  const said = /^E[A-Z0-9]+: (.+), \w+/.exec(message)?.[1] ?? message;
  const todo = advice.get(code) ?? '';
  return where === undefined ? `${said}.${todo}` : `${where}: ${said}.${todo}`;
}

const advice = new Map(
  Object.entries({
    EACCES: ' This user must be able to write it and its folder.',
    EROFS: ' The disk is read-only.',
    ENOSPC: ' The disk is full: make room.',
    EMFILE: ' This process has as many files open as it may: raise its limit (ulimit -n, LimitNOFILE).',
  }),
);
