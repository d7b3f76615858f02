import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { isDemo } from '../../database/schema/demo-mark.js';
import { OpenApi } from './openapi.js';
import { docsPath } from '../server/docs-path.js';
import { Registry } from '../endpoint/registry.js';
import { signInScript, signInStyle } from './swagger-sign-in.js';

/** Swagger UI, from its own package's files alone, with a form to sign in. */
export function useSwagger(app: NestExpressApplication): void {
  if (!app.get(Config).swagger) return;
  app.use(`${docsPath}/sign-in.js`, (_: Request, response: Response) => response.type('js').send(signInScript));
  app.use(`${docsPath}/demo-users.json`, async (_: Request, response: Response) => {
    response.json(await demoUsers(app.get(Db), app.get(Registry)));
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

/** The users of a demo database, with whom anybody may sign in; none on any other database. */
async function demoUsers(db: Db, registry: Registry): Promise<object> {
  if (!(await isDemo(db))) return { users: [], password: null };
  const example = registry.operations.find(({ name }) => name === 'login')?.declaration.example;
  return {
    users: await db.all(sql`SELECT u.UserName AS UserName, r.RoleCode AS Roles
      FROM users u JOIN user_roles r ON r.UserId = u.UserId
      WHERE u.UserName LIKE ${'%@demo.test'} ORDER BY r.RoleCode, u.UserName`),
    password: (example as { Password?: string } | undefined)?.Password,
  };
}
