import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Db } from '../db.js';
import { DatabaseAdapter } from '../driver/adapter.js';
import { Dialect } from '../driver/dialect.js';
import { SlowQueries } from '../driver/slow-queries.js';
import { FieldCipher } from '../encryption/field-cipher.js';
import { ListTotals } from '../lists/list-total.js';
import { SlicedPages } from '../lists/sliced-pages.js';
import { EntityWriter } from '../rows/entity-writer.js';
import { Statements } from '../transactions/statements.js';
import { StreamSlots } from '../transactions/stream-slots.js';
import { Transactions } from '../transactions/transactions.js';

/** Db and what it is made of. They need a DataSource, a DatabaseAdapter and the ConfigModule. */
export const dbProviders: Provider[] = [
  {
    provide: Dialect,
    inject: [DatabaseAdapter, DataSource],
    useFactory: (adapter: DatabaseAdapter, dataSource: DataSource) => adapter.dialect(dataSource),
  },
  SlowQueries,
  FieldCipher,
  Transactions,
  StreamSlots,
  Statements,
  ListTotals,
  SlicedPages,
  EntityWriter,
  Db,
];
