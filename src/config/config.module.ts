import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { Config, loadConfig } from './config.js';

@Global()
@Module({
  providers: [{ provide: Config, useFactory: () => loadConfig() }, Clock],
  exports: [Config, Clock],
})
export class ConfigModule {}
