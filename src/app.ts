import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { usePipeline } from './http/server/pipeline.js';
import { QuietLogger } from './observability/quiet.logger.js';
import { LimitedExpressAdapter } from './http/server/express-adapter.js';
import { usePageFiles } from './http/pages/page-files.js';

/** The options of the Nest application, also of the one that a suite creates with `@nestjs/testing`. */
export const appOptions = {
  bodyParser: false,
  // A fixed path wins over one with placeholders, in whichever order modules and methods declare them.
  routeResolutionStrategy: 'specificity',
  abortOnError: false,
  logger: new QuietLogger(),
} satisfies NestApplicationOptions;

/** Creates the Nest application of the whole service. The application listens on no port yet. */
export async function createApp(config: Config): Promise<NestExpressApplication> {
  const adapter = new LimitedExpressAdapter(config);
  const module = AppModule.forRoot(config);
  return withMiddleware(await NestFactory.create<NestExpressApplication>(module, adapter, appOptions));
}

/** Adds what every request passes before its handler. */
export function withMiddleware(app: NestExpressApplication): NestExpressApplication {
  usePipeline(app);
  usePageFiles(app);
  return app;
}
