import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { Permission } from './permission.entity.js';
import { RolePermission } from './role-permission.entity.js';
import { RoleSetupController } from './role-setup.controller.js';
import { RoleSetup } from './role-setup.service.js';
import { Role } from './role.entity.js';
import { RolesController } from './roles.controller.js';
import { RolesRecordSet } from './roles.record-set.js';
import { RolesService } from './roles.service.js';
import { SystemRoles } from './system-roles.service.js';

@Module({
  imports: [Tables.of(Permission, Role, RolePermission), HttpModule],
  controllers: [RolesController, RoleSetupController],
  providers: [RoleSetup, RolesRecordSet, RolesService, SystemRoles],
  exports: [SystemRoles],
})
export class RolesModule {}
