import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { dirname, join } from 'node:path';
import { Config } from '../../config/config.js';
import { projectFolder } from '../../config/project.js';
import { assetsPath } from '../server/docs-path.js';

/** The folders of the scripts and styles of the pages: those of the service, and the package of Swagger UI. */
const folders = [
  join(__dirname, 'assets'),
  join(__dirname, '../../modules/checkins/queue/board/assets'),
  join(__dirname, '../../modules/bookings/page/assets'),
  join(__dirname, '../../modules/checkins/arrivals/assets'),
  join(__dirname, '../../modules/checkins/visit-page/assets'),
  dirname(require.resolve('swagger-ui-dist/package.json')),
];

export function usePageFiles(app: NestExpressApplication): void {
  const { responseTimeout } = app.get(Config);
  app.use(assetsPath, (_: Request, response: Response, next: NextFunction) => {
    response.setTimeout(responseTimeout, () => response.destroy());
    // A pipelined response gets its socket later. Wait for it, because Express detects a closed connection only on a
    // socket.
    if (response.socket) next();
    else response.once('socket', () => next());
  });
  app.use(assetsPath, compression());
  const options = { prefix: assetsPath, index: false, redirect: false };
  for (const folder of folders) app.useStaticAssets(folder, options);
  // The service's own client, which the pages use.
  app.useStaticAssets(join(projectFolder, 'clients/typescript/dist'), { ...options, prefix: `${assetsPath}/client` });
}
