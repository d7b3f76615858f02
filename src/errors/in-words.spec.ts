import { inWords } from './in-words.js';

const coded = (code: string, message = code, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });
const ofSystem = (code: string, said: string, path: string): Error =>
  coded(code, `${code}: ${said}, open '${path}'`, { path, syscall: 'open' });

describe('an error that an operator can fix', () => {
  it.each<[string, Error, RegExp]>([
    [
      'of a folder that may not be written',
      ofSystem('EACCES', 'permission denied', '/x'),
      /^\/x: permission denied\. This/,
    ],
    ['of a read-only disk', ofSystem('EROFS', 'read-only file system', '/x'), /The disk is read-only\.$/],
    ['of a full disk', ofSystem('ENOSPC', 'no space left on device', '/x'), /free space\.$/],
    ['of a database that is a folder', ofSystem('EISDIR', 'illegal operation', '/x'), /^\/x is a folder/],
    ['of a file that is not a database', coded('SQLITE_NOTADB'), /no SQLite database/],
    ['of a database that may not be written', coded('SQLITE_READONLY_DIRECTORY'), /is read-only/],
    ['of a damaged database', coded('SQLITE_CORRUPT_INDEX'), /is damaged\. Restore/],
    ['of a database that cannot be opened', coded('SQLITE_CANTOPEN'), /cannot be opened/],
    ['of a disk that fails', coded('SQLITE_IOERR_READ'), /disk of the SQLite database fails/],
    ['of a process without file descriptors', ofSystem('EMFILE', 'too many open files', '/x'), /LimitNOFILE/],
    ['of a backup on a full disk', coded('SQLITE_FULL'), /^The disk is full/],
    ['of an expired certificate', coded('HANDSHAKE_SSL_ERROR', 'certificate has expired'), /has expired\. Renew it/],
    [
      'of a certificate that is not valid yet',
      coded('CERT_NOT_YET_VALID', 'certificate is not yet valid'),
      /Check the clock/,
    ],
    [
      'of a certificate by an unknown authority',
      coded('HANDSHAKE_SSL_ERROR', 'self-signed certificate'),
      /authority that signed/,
    ],
    [
      'of a certificate for another name',
      coded('HANDSHAKE_SSL_ERROR', "does not match certificate's altnames"),
      /another name/,
    ],
    ['of old TLS', coded('HANDSHAKE_SSL_ERROR', 'ssl/tls alert protocol version'), /TLS 1\.2 or newer/],
    ['of a server without TLS', coded('HANDSHAKE_NO_SSL_SUPPORT'), /offers no TLS/],
    [
      'of the password package without its binary',
      new Error('Cannot find native binding. npm has a bug related to optional dependencies'),
      /^The package that hashes passwords \(@node-rs\/argon2\) has no binary that runs here\. Run `npm ci`/,
    ],
    [
      'of a driver without its binary',
      coded('ERR_DLOPEN_FAILED', '/a/better-sqlite3/build/better_sqlite3.node: cannot open shared object file'),
      /npm ci/,
    ],
    [
      'of an error that TypeORM has wrapped',
      Object.assign(new Error('failed'), { driverError: coded('SQLITE_FULL') }),
      /full/,
    ],
  ])('describes the error %s', (_, error, sentence) => {
    expect(inWords(error)).toMatch(sentence);
  });

  it('returns undefined for a bug of the service', () => {
    expect(inWords(new TypeError('x is not a function'))).toBeUndefined();
    expect(inWords('text')).toBeUndefined();
  });
});
