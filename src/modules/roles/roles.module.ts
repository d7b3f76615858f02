import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { HistoryModule } from '../history/history.module.js';
import { Permission, RolePermission, Role } from './role.entity.js';
import { RolesController, RoleHistoryController } from './roles.controller.js';
import { RolesService } from './roles.service.js';
import { RolesRecordSet } from './roles.record-set.js';
import { SystemRolesService } from './system-roles.service.js';

@Module({
  imports: [Tables.forFeature(Permission, Role, RolePermission), HttpModule, HistoryModule],
  controllers: [RolesController, RoleHistoryController],
  providers: [RolesService, RolesRecordSet, SystemRolesService],
  exports: [SystemRolesService],
})
export class RolesModule {}
