import { Module } from '@nestjs/common';
import './policy-document-default.entity.js';
import './record-type.entity.js';
import { PolicyDocsController } from './policydocs.controller.js';
import { PolicyDocsService } from './policydocs.service.js';

@Module({ controllers: [PolicyDocsController], providers: [PolicyDocsService] })
export class PolicyDocsModule {}
