import { Module, type DynamicModule } from '@nestjs/common';
import type { Class } from '../record/field-types.js';
import { Db } from './db.js';
import { ModuleTables } from './schema/schema.js';
import { tableOf } from './schema/table.js';
import { rowsToken, TableRows } from './table-rows.js';

/** Declares the tables of a module, and provides its services with the rows of those tables that have a `noun`. */
@Module({})
export class Tables {
  static forFeature(...entities: Class[]): DynamicModule {
    const listed = entities.filter((entity) => tableOf(entity).noun !== undefined);
    return {
      module: Tables,
      providers: [
        { provide: ModuleTables, useValue: new ModuleTables(entities) },
        ...listed.map((entity) => ({
          provide: rowsToken(entity),
          inject: [Db],
          useFactory: (db: Db) => new TableRows(db, entity),
        })),
      ],
      exports: listed.map(rowsToken),
    };
  }
}
