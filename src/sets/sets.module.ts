import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ExporterService } from './exporter.service.js';
import { ImporterService } from './importer.service.js';
import { RecordSetsService } from './record-sets.service.js';

@Module({
  imports: [DiscoveryModule],
  providers: [RecordSetsService, ExporterService, ImporterService],
  exports: [RecordSetsService, ExporterService, ImporterService],
})
export class RecordSetsModule {}
