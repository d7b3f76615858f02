import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../database/sealed/field-cipher.js';
import { Import, type ImportOptions, type ImportResult } from './import.js';
import type { ImportedSet } from './record-set.js';
import type { Source } from './source.js';

/** Reads files into sets. */
@Injectable()
export class Importer {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
  ) {}

  /**
   * The whole file or nothing; bad rows are told to onProblem and counted in the answer, and then nothing is kept.
   * Throws BadRequest for a file that is not of its format or has another header.
   */
  run(set: ImportedSet, source: Source, options: ImportOptions): Promise<ImportResult> {
    return new Import(this.db, this.cipher, set, source, this.config.timeZone, options).run();
  }
}
