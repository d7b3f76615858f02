import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { usePipeline } from './http/server/pipeline.js';
import { QuietLogger } from './observability/quiet.logger.js';
import { LimitedExpressAdapter } from './http/server/express-adapter.js';
import { usePageFiles } from './http/pages/page-files.js';

/** Creates the Nest application of the whole service. The application listens on no port yet. */
export async function createApp(config: Config): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.of(config),
    new LimitedExpressAdapter(config),
    {
      bodyParser: false,
      // A fixed path wins over one with placeholders, in whichever order modules and methods declare them.
      routeResolutionStrategy: 'specificity',
      abortOnError: false,
      logger: new QuietLogger(),
    },
  );
  usePipeline(app);
  usePageFiles(app);
  return app;
}
