import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditValues } from './audit-values.service.js';
import { AuditService } from './audit.service.js';

@Module({ controllers: [AuditController], providers: [AuditService, AuditValues], exports: [AuditValues] })
export class AuditModule {}
