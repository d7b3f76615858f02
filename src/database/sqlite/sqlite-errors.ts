import type { DriverError, Failure } from '../driver/failure.js';

const unavailable = /^SQLITE_(CANTOPEN|NOMEM|PROTOCOL|NOLFS|AUTH|PERM|INTERRUPT|SCHEMA|ABORT)/;
const damaged = /^SQLITE_(CORRUPT|NOTADB)/;
/** If COMMIT fails with this code, SQLite may still complete the write when it opens the file the next time. */
const unconfirmed = /^SQLITE_IOERR/;

export function classifySqlite({ code, message }: DriverError): Failure {
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return { kind: 'contention' };
  if (unconfirmed.test(code)) return { kind: 'unavailable', undecided: true };
  if (code.startsWith('SQLITE_FULL')) return { kind: 'unwritable', because: 'full' };
  if (code.startsWith('SQLITE_READONLY')) return { kind: 'unwritable', because: 'readOnly' };
  if (damaged.test(code)) return { kind: 'damaged' };
  if (unavailable.test(code) || /database connection is (not open|busy)/.test(message)) return { kind: 'unavailable' };
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
