import Database from 'better-sqlite3';
import { driverErrorOf } from '../driver/failure.js';
import { classifySqlite } from './sqlite-errors.js';

it.each([
  ['SQLITE_BUSY', 'contention'],
  ['SQLITE_BUSY_SNAPSHOT', 'contention'],
  ['SQLITE_LOCKED_SHAREDCACHE', 'contention'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_NOMEM', 'unavailable'],
  ['SQLITE_INTERRUPT', 'unavailable'],
  ['SQLITE_ABORT_ROLLBACK', 'unavailable'],
  ['SQLITE_CORRUPT_VTAB', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'stillReferenced'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'reference'],
  ['SQLITE_ERROR', 'other'],
  ['SQLITE_MISUSE', 'other'],
])('classifies %s as %s', (code, kind) => {
  expect(classifySqlite({ code, message: '' })).toEqual({ kind });
});

it('classifies a failed COMMIT whose outcome is unknown as undecided', () => {
  expect(classifySqlite({ code: 'SQLITE_IOERR_FSYNC', message: '' })).toEqual({ kind: 'unavailable', undecided: true });
});

it.each([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY_DBMOVED', 'readOnly'],
])('classifies %s as a database that rejects writes: %s', (code, because) => {
  expect(classifySqlite({ code, message: '' })).toEqual({ kind: 'unwritable', because });
});

it('classifies a statement on a closed or busy connection as unavailable', () => {
  const failureOf = (step: () => unknown) => {
    try {
      step();
    } catch (error) {
      return classifySqlite(driverErrorOf(error)!);
    }
    return undefined;
  };
  const database = new Database(':memory:');
  const rows = database.prepare('SELECT 1 UNION SELECT 2').iterate();
  rows.next();
  expect(failureOf(() => database.exec('CREATE TABLE t (x)'))).toEqual({ kind: 'unavailable' });
  rows.return?.();
  database.close();
  expect(failureOf(() => database.prepare('SELECT 1'))).toEqual({ kind: 'unavailable' });
});
