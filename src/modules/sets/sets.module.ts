import { Module } from '@nestjs/common';
import { RecordSetsModule } from '../../sets/sets.module.js';
import { SetsController } from './sets.controller.js';
import { SetsService } from './sets.service.js';

@Module({ imports: [RecordSetsModule], controllers: [SetsController], providers: [SetsService] })
export class SetsModule {}
