import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Archive } from './archive/archive.service.js';
import { Exporter } from './exporter.service.js';
import { Importer } from './importer.service.js';
import { RecordSets } from './record-sets.service.js';

/** Record sets in and out, for the command line and for whoever else has a file. */
@Module({
  imports: [DiscoveryModule],
  providers: [RecordSets, Exporter, Importer, Archive],
  exports: [RecordSets, Exporter, Importer, Archive],
})
export class RecordSetsModule {}
