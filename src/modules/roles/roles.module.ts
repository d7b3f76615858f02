import { Module } from '@nestjs/common';
import './role.set.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';
import { SystemRoles } from './system-roles.service.js';

@Module({ controllers: [RolesController], providers: [RolesService, SystemRoles], exports: [SystemRoles] })
export class RolesModule {}
