import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditValuesService } from './audit-values.service.js';
import { AuditService } from './audit.service.js';

@Module({
  controllers: [AuditController],
  providers: [AuditService, AuditValuesService],
  exports: [AuditValuesService],
})
export class AuditModule {}
