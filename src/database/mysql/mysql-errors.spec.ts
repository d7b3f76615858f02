import { classifyMysql } from './mysql-errors.js';

it.each([
  ['ER_LOCK_DEADLOCK', 'contention'],
  ['ER_LOCK_WAIT_TIMEOUT', 'contention'],
  ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 'contention'],
  ['PROTOCOL_CONNECTION_LOST', 'lost'],
  ['ER_OPTION_PREVENTS_STATEMENT', 'unavailable'],
])('%s is %s', (code, kind) => {
  expect(classifyMysql({ code, message: '' })).toEqual({ kind });
});
