import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Exporter } from './exporter.service.js';
import { Importer } from './importer.service.js';
import { RecordSets } from './record-sets.service.js';

/** Export and import of record sets, for the command line and over HTTP. */
@Module({
  imports: [DiscoveryModule],
  providers: [RecordSets, Exporter, Importer],
  exports: [RecordSets, Exporter, Importer],
})
export class RecordSetsModule {}
