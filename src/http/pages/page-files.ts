import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Config } from '../../config/config.js';
import { projectFolder } from '../../config/project.js';
import { docsPath } from '../server/docs-path.js';

/** What the pages take from packages, by the name under which it is served. */
const packaged: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-bundle.js': 'swagger-ui-dist/swagger-ui-bundle.js',
};

/** The pages' own: beside the sources where these are, else beside what was built of them. */
const own = ['src', 'dist/src']
  .map((folder) => join(projectFolder, folder, 'http/pages/assets'))
  .find((folder) => existsSync(folder))!;

/** Serves the scripts and styles of the pages. */
export function usePageFiles(app: NestExpressApplication): void {
  const { swagger, responseTimeout } = app.get(Config);
  if (!swagger) return;
  app.use(docsPath, (_: Request, response: Response, next: NextFunction) => {
    response.setTimeout(responseTimeout, () => response.destroy());
    // What sends files hears of the connection's end only once the answer has its turn there.
    if (response.socket) next();
    else response.once('socket', () => next());
  });
  app.use(docsPath, express.static(own, { index: false, redirect: false }));
  for (const [name, file] of Object.entries(packaged))
    app.use(`${docsPath}/${name}`, (_: Request, response: Response) => {
      response.sendFile(join(projectFolder, 'node_modules', file));
    });
}
