import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Tables } from '../database/tables.module.js';
import { JobLease } from './job-lease.entity.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [Tables.forFeature(JobLease), ScheduleModule.forRoot(), DiscoveryModule],
  providers: [JobsService],
  exports: [JobsService],
})
export class JobsModule {}
