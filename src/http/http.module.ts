import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AnswerInterceptor } from './answer/answer.interceptor.js';
import { ErrorFilter } from './answer/error.filter.js';
import { Health } from './operations/health.js';
import { Idempotency } from './answer/idempotency.js';
import { MetricsController } from './operations/metrics.controller.js';
import { Metrics } from './operations/metrics.js';
import { OpenApi } from './openapi/openapi.js';
import { PagesController } from './operations/pages.controller.js';
import { Registry } from './endpoint/registry.js';
import { RequestLog } from './server/request-log.js';

/** How every endpoint speaks. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [PagesController, MetricsController],
  providers: [
    Registry,
    RequestLog,
    Idempotency,
    Health,
    Metrics,
    OpenApi,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
  exports: [Registry, RequestLog, Metrics, OpenApi],
})
export class HttpModule {}
