import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Config } from '../../config/config.js';
import { Tables } from '../../database/schema/tables.module.js';
import { FileContents } from './file-contents.service.js';
import { FileReseal } from './file-reseal.service.js';
import { FileScan } from './file-scan.service.js';
import { FileSweep } from './file-sweep.service.js';
import { FileContent, StoredFile } from './file.entity.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { FileStore } from './store/file-store.js';
import { storeOf } from './store/store-of.js';

/** Uploaded files. The rows that name them belong to other modules, each with a provider of FileNames. */
@Module({
  imports: [Tables.of(FileContent, StoredFile), DiscoveryModule],
  controllers: [FilesController],
  providers: [
    FileContents,
    FileReseal,
    FileScan,
    FileSweep,
    FilesService,
    { provide: FileStore, inject: [Config], useFactory: storeOf },
  ],
  exports: [FileContents, FileReseal, FilesService],
})
export class FilesModule {}
