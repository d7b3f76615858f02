import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BusinessClock } from '../context/business-clock.js';
import { Config } from './config.js';

/** The settings and the clock that follows from them, global because every room asks them. */
@Global()
@Module({ providers: [BusinessClock], exports: [BusinessClock] })
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}
