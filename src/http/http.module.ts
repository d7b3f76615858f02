import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Tables } from '../database/schema/tables.module.js';
import { AnswerInterceptor } from './answer/answer.interceptor.js';
import { BodyReader } from './endpoint/body/body-reader.js';
import { RequestBudgets } from './server/request-budgets.js';
import { ErrorFilter } from './answer/error.filter.js';
import { IdempotencyKey } from './answer/idempotency-key.entity.js';
import { Idempotency } from './answer/idempotency.js';
import { RequestHashes } from './answer/request-hashes.js';
import { Registry } from './endpoint/registry.js';
import { OpenApi } from './openapi/openapi.js';
import { Health } from './operations/health.js';
import { MetricsController } from './operations/metrics.controller.js';
import { Metrics } from './operations/metrics.js';
import { DemoUsers } from './pages/demo-users.service.js';
import { PagesController } from './pages/pages.controller.js';
import { RequestLog } from './server/request-log.js';

/** How every endpoint speaks. */
@Module({
  imports: [Tables.of(IdempotencyKey), DiscoveryModule],
  controllers: [PagesController, MetricsController],
  providers: [
    Registry,
    BodyReader,
    RequestBudgets,
    RequestLog,
    Idempotency,
    RequestHashes,
    DemoUsers,
    Health,
    Metrics,
    OpenApi,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
  exports: [Health, Registry, BodyReader, RequestBudgets, RequestLog, Metrics, OpenApi],
})
export class HttpModule {}
