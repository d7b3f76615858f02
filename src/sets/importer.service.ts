import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Config } from '../config/config.js';
import { contributed } from '../context/contributed.js';
import { BusinessClock } from '../context/business-clock.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../database/encryption/field-cipher.js';
import { Import } from './import.js';
import { ImportRule } from './import-rule.js';
import type { ImportOptions, ImportResult } from './import-options.js';
import type { ImportedSet } from './record-set.js';
import type { Source } from './source.js';
import { VersionsService } from './versions.service.js';

@Injectable()
export class ImporterService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
    private readonly clock: BusinessClock,
    private readonly discovery: DiscoveryService,
    private readonly versions: VersionsService,
  ) {}

  /**
   * Imports the whole file, or nothing if a row is bad. Bad rows are passed to `onProblem` and counted in the result.
   * Throws BadRequest for a file in another format or with another header.
   */
  run(set: ImportedSet, source: Source, options: ImportOptions): Promise<ImportResult> {
    const { timeZone, country } = this.config;
    const reading = { timeZone, country, today: () => this.clock.today(), localTimes: options.localTimes };
    const rules = contributed(this.discovery, ImportRule);
    const hasVersion = this.versions.has(set);
    return new Import(this.db, this.cipher, set, source, { reading, rules, hasVersion }, options).run();
  }
}
