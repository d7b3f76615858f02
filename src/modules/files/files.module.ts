import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Config } from '../../config/config.js';
import { Tables } from '../../database/tables.module.js';
import { FileContentsService } from './file-contents.service.js';
import { FileScanService } from './file-scan.service.js';
import { FileContent, StoredFile } from './file.entity.js';
import { FilesCheckService } from './files-check.service.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { StoreMarkService } from './store-mark.service.js';
import { FileStore } from './store/file-store.js';
import { storeOf } from './store/store-of.js';

/** Uploaded files. Rows of other modules name them; each of these modules provides a FileNames. */
@Module({
  imports: [Tables.forFeature(FileContent, StoredFile), DiscoveryModule],
  controllers: [FilesController],
  providers: [
    FileContentsService,
    FileScanService,
    FilesCheckService,
    FilesService,
    StoreMarkService,
    { provide: FileStore, inject: [Config], useFactory: storeOf },
  ],
  exports: [FileContentsService, FilesCheckService, FilesService],
})
export class FilesModule {}
