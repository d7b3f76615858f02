import type { DriverError, Failure } from '../failure.js';

const unavailable = /^SQLITE_(CANTOPEN|NOMEM|PROTOCOL|NOLFS|AUTH|PERM|INTERRUPT|SCHEMA)/;
/** The file is damaged, or none of SQLite's. */
const damaged = /^SQLITE_(CORRUPT|NOTADB)/;
/** What was written and not confirmed may be found, and taken for done, when the file is opened the next time. */
const unconfirmed = /^SQLITE_IOERR/;

/** What SQLite's codes mean. */
export function classifySqlite({ code, message }: DriverError): Failure {
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return { kind: 'contention' };
  if (unconfirmed.test(code)) return { kind: 'unavailable', undecided: true };
  if (code.startsWith('SQLITE_FULL')) return { kind: 'unwritable', because: 'full' };
  if (code.startsWith('SQLITE_READONLY')) return { kind: 'unwritable', because: 'readOnly' };
  if (damaged.test(code)) return { kind: 'damaged' };
  if (unavailable.test(code) || message.includes('database connection is not open')) return { kind: 'unavailable' };
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return {
        kind: 'duplicate',
        columns: /failed: (.+)$/
          .exec(message)?.[1]
          .split(', ')
          .map((column) => column.replace(/^.*\./, '')),
      };
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return { kind: 'stillReferenced' };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'reference' };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { kind: 'value', code: 'NotNull', column: /\.(\w+)$/.exec(message)?.[1] ?? '' };
    default:
      return { kind: 'other' };
  }
}
