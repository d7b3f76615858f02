import { Injectable } from '@nestjs/common';
import type { Class } from '../../record/field-types.js';
import { fieldOf, fieldsOf } from '../../record/metadata.js';
import type { RecordSet } from '../../sets/record-set.js';
import { TaggedRecords, VersionsService } from '../../sets/versions.service.js';
import type { Operation } from './operation.js';
import { Registry } from './registry.js';

/** Finds the entities of the records that have an ETag, in the declarations of the operations. */
@Injectable()
export class TaggedEntities extends TaggedRecords {
  constructor(private readonly registry: Registry) {
    super();
  }

  has(entity: Class): boolean {
    return this.registry.operations.some(({ declaration }) => declaration.etag === entity);
  }
}

/** Finds the lists whose records have a Version: those of the records that have an ETag when they are read alone. */
@Injectable()
export class ListedVersions {
  private readonly sets = new Map<Class, RecordSet | undefined>();

  constructor(
    private readonly registry: Registry,
    private readonly versions: VersionsService,
  ) {}

  /** The set with whose stored values the records of the operation's list have a Version. */
  setOf({ list, hasStatus }: Operation): RecordSet | undefined {
    if (!list || !hasStatus) return undefined;
    const { record } = list;
    if (!this.sets.has(record)) this.sets.set(record, this.find(record));
    return this.sets.get(record);
  }

  /** The records of a list, each with its Version. */
  async add(operation: Operation, rows: readonly object[]): Promise<Record<string, unknown>[]> {
    const records = rows as readonly Record<string, unknown>[];
    const found = await this.versions.of(this.setOf(operation)!, records);
    return records.map((row, at) => ({ ...row, Version: found[at] }));
  }

  private find(record: Class): RecordSet | undefined {
    for (const { declaration, list } of this.registry.operations) {
      const { etag, response } = declaration;
      if (typeof etag !== 'function' || (list?.record ?? response) !== record) continue;
      const set = this.versions.setOf(etag);
      if (set?.key.every((name) => fieldOf(record, name))) return set;
    }
    return undefined;
  }
}

/** The key of the set among the fields of a list's record. */
export function keyFields(record: Class, set: RecordSet) {
  return fieldsOf(record).filter(({ name }) => set.key.includes(name));
}
