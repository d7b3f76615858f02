import { Module, type DynamicModule } from '@nestjs/common';
import type { Class } from '../../record/field-types.js';

const stated = new Set<Class>();

/**
 * What a module imports to state its tables: `imports: [Tables.of(EventType)]`.
 * The data source takes all that were stated.
 */
@Module({})
export class Tables {
  static of(...entities: Class[]): DynamicModule {
    for (const entity of entities) stated.add(entity);
    return { module: Tables };
  }

  /** The entities that the loaded modules have stated. */
  static all(): Class[] {
    return [...stated];
  }
}
