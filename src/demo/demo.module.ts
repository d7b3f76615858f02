import { Module } from '@nestjs/common';
import { DemoUsersService } from './demo-users.service.js';

@Module({ providers: [DemoUsersService], exports: [DemoUsersService] })
export class DemoModule {}
