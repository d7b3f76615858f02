import type { DataSource } from 'typeorm';
import { ListTotals } from './list-total.js';
import { SlicedPages, type Reads } from './sliced-pages.js';

/** Reads lists of large tables: their totals, and pages whose filter or order has no index. */
export class ListReads {
  readonly totals: ListTotals;
  readonly pages: SlicedPages;

  constructor(dataSource: DataSource, given: Omit<Reads, 'indexed'>) {
    const reads = { ...given, indexed: (table: string) => indexedColumns(dataSource, table) };
    this.totals = new ListTotals(reads);
    this.pages = new SlicedPages(reads);
  }
}

/** The first column of each index of a table, and of its key. */
function indexedColumns({ entityMetadatas }: DataSource, table: string): ReadonlySet<string> {
  const entity = entityMetadatas.find(({ tableName }) => tableName === table);
  if (!entity) return new Set();
  const first = [entity.primaryColumns, ...entity.indices.map(({ columns }) => columns)].map(([column]) => column);
  return new Set(first.map(({ databaseName }) => databaseName));
}
