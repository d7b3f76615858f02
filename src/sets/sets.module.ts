import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Exporter } from './exporter.service.js';
import { Importer } from './importer.service.js';
import { RecordSets } from './record-sets.service.js';

@Module({
  imports: [DiscoveryModule],
  providers: [RecordSets, Exporter, Importer],
  exports: [RecordSets, Exporter, Importer],
})
export class RecordSetsModule {}
