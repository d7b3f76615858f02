import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { OpenApi } from './openapi.js';
import { docsPath } from '../server/docs-path.js';
import { DemoUsers } from '../operations/demo-users.service.js';
import { signInScript, signInStyle } from './swagger-sign-in.js';

/** Swagger UI, from its own package's files alone, with a form to sign in. */
export function useSwagger(app: NestExpressApplication): void {
  if (!app.get(Config).swagger) return;
  app.use(`${docsPath}/sign-in.js`, (_: Request, response: Response) => response.type('js').send(signInScript));
  app.use(`${docsPath}/demo-users.json`, async (_: Request, response: Response) => {
    response.json(await app.get(DemoUsers).all());
  });
  SwaggerModule.setup(docsPath, app, () => app.get(OpenApi).document() as unknown as OpenAPIObject, {
    customSiteTitle: 'Agency Operations Service',
    customJs: `${docsPath}/sign-in.js`,
    customCss: signInStyle,
    raw: false,
    swaggerOptions: {
      persistAuthorization: true,
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      validatorUrl: null,
    },
  });
}
