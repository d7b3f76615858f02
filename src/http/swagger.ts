import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { OpenApi } from './openapi.js';
import { docsPath } from './pipeline.js';

/** Swagger UI, from its own package's files alone. */
export function useSwagger(app: NestExpressApplication): void {
  if (!app.get(Config).swagger) return;
  SwaggerModule.setup(docsPath, app, () => app.get(OpenApi).document() as unknown as OpenAPIObject, {
    customSiteTitle: 'Agency Operations Service',
    raw: false,
    swaggerOptions: {
      persistAuthorization: true,
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      tagsSorter: undefined,
      operationsSorter: undefined,
    },
  });
}
