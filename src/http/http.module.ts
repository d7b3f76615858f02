import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AnswerInterceptor } from './answer.interceptor.js';
import { ErrorFilter } from './error.filter.js';
import { Health } from './health.js';
import { Idempotency } from './idempotency.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { OpenApi } from './openapi.js';
import { PagesController } from './pages.controller.js';
import { Registry } from './registry.js';
import { RequestLog } from './request-log.js';

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
