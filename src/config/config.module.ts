import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BusinessClock } from '../context/business-clock.js';
import { Config } from './config.js';

/** The settings, and the clock that CLOCK may stop. Global: every room has settings, and every domain dates. */
@Global()
@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: BusinessClock, useFactory: () => new BusinessClock(config.clock) },
      ],
      exports: [Config, BusinessClock],
    };
  }
}
