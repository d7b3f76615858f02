import { Module } from '@nestjs/common';
import { DropboxController } from './dropbox.controller.js';
import { DropboxService } from './dropbox.service.js';
import './document-share.entity.js';

@Module({ controllers: [DropboxController], providers: [DropboxService] })
export class DropboxModule {}
