import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { join } from 'node:path';
import { Config } from '../../config/config.js';
import { projectFolder } from '../../config/project.js';
import { assetsPath } from '../server/docs-path.js';

/**
 * The folders of the scripts and styles of the pages. In a build, scripts/pack.js copies all files to one folder; tests
 * use the folders of the sources.
 */
const folders = __dirname.startsWith(join(projectFolder, 'dist'))
  ? ['dist/assets']
  : [
      'src/http/pages/assets',
      'src/modules/checkins/queue/board/assets',
      'src/modules/checkins/visit-page/assets',
      'node_modules/swagger-ui-dist',
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
  // In a build, scripts/pack.js has made compressed copies of the files.
  for (const folder of folders)
    app.use(
      assetsPath,
      expressStaticGzip(join(projectFolder, folder), {
        enableBrotli: true,
        orderPreference: ['br'],
        index: false,
        serveStatic: { redirect: false },
      }),
    );
}
