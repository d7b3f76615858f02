import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ExporterService } from './exporter.service.js';
import { ImporterService } from './importer.service.js';
import { RecordSetsService } from './record-sets.service.js';
import { VersionsService } from './versions.service.js';

@Module({
  imports: [DiscoveryModule],
  providers: [RecordSetsService, VersionsService, ExporterService, ImporterService],
  exports: [RecordSetsService, VersionsService, ExporterService, ImporterService],
})
export class RecordSetsModule {}
