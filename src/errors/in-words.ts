/** An error that stops the service or a command. Its message is enough for the operator, without a stack. */
export class Stated extends Error {}

interface Coded {
  readonly message: string;
  readonly code?: unknown;
  readonly path?: unknown;
  readonly syscall?: unknown;
  readonly driverError?: unknown;
}

/**
 * Describes an error that an operator can fix, such as a full disk, an unreadable file or an expired certificate.
 * Returns undefined for any other error, whose stack the operator must report.
 */
export function inWords(error: unknown): string | undefined {
  if (error instanceof Stated) return error.message;
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  const { driverError = error } = error as Coded;
  const known = driverError as Coded;
  const code = typeof known.code === 'string' ? known.code : '';
  return (
    ofBinary(known.message, code) ??
    ofAccess(known.message, code) ??
    ofSqlite(code) ??
    ofTls(code, known.message) ??
    ofSystem(known, code)
  );
}

/** Describes the error if the native binary of a package is missing, or built for another platform. */
function ofBinary(message: string, code: string): string | undefined {
  if (!/^(ERR_DLOPEN_FAILED|MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND|)$/.test(code)) return undefined;
  const what = binaries.find(([pattern]) => pattern.test(message))?.[1];
  return what && `${what} has no binary that runs here. Run \`npm ci\` on this machine, with its Node.`;
}

const binaries: readonly (readonly [RegExp, string])[] = [
  [/bindings file|better[-_]sqlite3.*\.node|prebuilds/i, 'The SQLite driver (better-sqlite3)'],
  [/native binding|argon2.*\.node/i, 'The package that hashes passwords (@node-rs/argon2)'],
];

/** Describes the error if the database server refuses the user, the database of DATABASE_URL, or a statement. */
function ofAccess(message: string, code: string): string | undefined {
  if (!/^ER_.*(ACCESS_DENIED|BAD_DB|HOST_NOT_PRIVILEGED|MUST_CHANGE_PASSWORD|ACCOUNT_HAS_BEEN_LOCKED)/.test(code))
    return undefined;
  return `${message.replace(/\.$/, '')}. Check DATABASE_URL, and the rights of its user.`;
}

const sqlite: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_NOTADB/, 'The file is no SQLite database, or it is encrypted. Check the file name or DATABASE_URL.'],
  [/^SQLITE_CORRUPT/, 'The SQLite database is damaged. Restore a backup.'],
  [/^SQLITE_FULL/, 'The disk is full. Free space, and try again.'],
  [
    /^SQLITE_READONLY/,
    'The SQLite database or its folder is read-only. Check the disk, and that this user owns the file and folder.',
  ],
  [
    /^SQLITE_CANTOPEN/,
    'The SQLite database cannot be opened. It must be a file, and this user must be able to write it and its folder.',
  ],
  [/^SQLITE_IOERR/, 'The disk of the SQLite database fails. Read the system log.'],
];

function ofSqlite(code: string): string | undefined {
  return sqlite.find(([pattern]) => pattern.test(code))?.[1];
}

function ofTls(code: string, message: string): string | undefined {
  if (!/^(HANDSHAKE_(NO_)?SSL|CERT_|ERR_(TLS|SSL)_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)) return undefined;
  const what = 'The encrypted connection to the database of DATABASE_URL is refused';
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return `${what}: its server offers no TLS. Enable TLS on the server.`;
  if (/expired/i.test(message)) return `${what}: the certificate of its server has expired. Renew it.`;
  if (/not yet valid/i.test(message)) return `${what}: its server's certificate is not valid yet. Check the clock.`;
  if (/altnames|does not match/i.test(message))
    return `${what}: its server's certificate is for another name. Use that name in the URL, or renew the certificate.`;
  if (/protocol|version|unsupported|no shared cipher|handshake failure/i.test(message))
    return `${what}: its server does not support TLS 1.2 or newer. Upgrade it.`;
  const reason = message.replace(/[.;]?\s*$/, '');
  return `${what}: ssl-ca does not have the authority that signed its certificate (${reason}).`;
}

/** Rewrites `ENOENT: no such file or directory, open 'x.csv'` as `x.csv: no such file or directory.` */
function ofSystem({ message, path, syscall }: Coded, code: string): string | undefined {
  if (syscall === undefined) return undefined;
  const where = typeof path === 'string' ? path : undefined;
  if (code === 'EISDIR') return `${where ?? 'The path'} is a folder, not a file.`;
  if (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir'))
    return `${where ?? 'The path'} is a file, but must be a folder.`;
  // Node reports ENOENT for a new folder on a read-only disk.
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${where ?? 'The folder'} cannot be created. Is the disk read-only?`;
  const said = /^E[A-Z0-9]+: (.+), \w+/.exec(message)?.[1] ?? message;
  const todo = advice.get(code) ?? '';
  return where === undefined ? `${said}.${todo}` : `${where}: ${said}.${todo}`;
}

const advice = new Map(
  Object.entries({
    EACCES: ' This user must be able to write it and its folder.',
    EROFS: ' The disk is read-only.',
    ENOSPC: ' The disk is full: free space.',
    EMFILE: ' This process has reached its limit of open files: raise it (ulimit -n, LimitNOFILE).',
  }),
);
