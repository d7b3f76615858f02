import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Tables } from '../database/schema/tables.module.js';
import { ObservabilityModule } from '../observability/observability.module.js';
import { AnswerInterceptor } from './answer/answer.interceptor.js';
import { BodyReader } from './body/body-reader.js';
import { RequestBudgets } from './server/request-budgets.js';
import { ErrorFilter } from './answer/error.filter.js';
import { IdempotencyKey } from './answer/idempotency-key.entity.js';
import { Idempotency, RequestHashes } from './answer/idempotency.js';
import { SafeEdits } from './answer/safe-edits.js';
import { Registry } from './endpoint/registry.js';
import { OpenApi } from './openapi/openapi.js';
import { PageDocuments } from './openapi/page-documents.js';
import { DemoUsers } from './pages/demo-users.service.js';
import { OperationsController } from './pages/operations.controller.js';
import { PagesController } from './pages/pages.controller.js';

@Module({
  imports: [Tables.of(IdempotencyKey), DiscoveryModule, ObservabilityModule],
  controllers: [OperationsController, PagesController],
  providers: [
    Registry,
    BodyReader,
    RequestBudgets,
    Idempotency,
    RequestHashes,
    SafeEdits,
    DemoUsers,
    OpenApi,
    PageDocuments,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
  exports: [Registry, BodyReader, RequestBudgets, OpenApi],
})
export class HttpModule {}
