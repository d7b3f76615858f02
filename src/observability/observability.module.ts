import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';
import { RequestLog } from './request-log.js';

@Module({ imports: [JobsModule], providers: [Health, Metrics, RequestLog], exports: [Health, Metrics, RequestLog] })
export class ObservabilityModule {}
