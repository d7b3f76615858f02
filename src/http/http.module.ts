import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Tables } from '../database/tables.module.js';
import { DemoModule } from '../demo/demo.module.js';
import { RecordSetsModule } from '../sets/sets.module.js';
import { ObservabilityModule } from '../observability/observability.module.js';
import { ResponseInterceptor } from './response/response.interceptor.js';
import { BodyReader } from './body/body-reader.js';
import { Binder } from './endpoint/binder.js';
import { ListedVersions, TaggedEntities } from './endpoint/listed-versions.js';
import { InnerCalls } from './endpoint/inner-calls.js';
import { Connections } from './server/connections.js';
import { RequestBudgets } from './server/request-budgets.js';
import { PageErrorFilter } from './pages/error-page.js';
import { FormPages } from './pages/form-page.js';
import { IdempotencyKey } from './response/idempotency-key.entity.js';
import { Exports } from './response/exports.js';
import { KeptAnswers } from './response/kept-answers.js';
import { Idempotency, RequestHashes } from './response/idempotency.js';
import { SafeEdits } from './response/safe-edits.js';
import { Registry } from './endpoint/registry.js';
import { OpenApi } from './openapi/openapi.js';
import { OperationsController } from './pages/operations.controller.js';
import { PagesController } from './pages/pages.controller.js';

@Module({
  imports: [Tables.forFeature(IdempotencyKey), DemoModule, DiscoveryModule, ObservabilityModule, RecordSetsModule],
  controllers: [OperationsController, PagesController],
  providers: [
    Registry,
    BodyReader,
    Binder,
    ListedVersions,
    TaggedEntities,
    InnerCalls,
    Connections,
    RequestBudgets,
    Exports,
    Idempotency,
    KeptAnswers,
    RequestHashes,
    SafeEdits,
    OpenApi,
    FormPages,
    { provide: APP_FILTER, useClass: PageErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
  ],
  exports: [Registry, BodyReader, InnerCalls, RequestBudgets, OpenApi, FormPages],
})
export class HttpModule {}
