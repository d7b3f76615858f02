import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BusinessClock } from '../context/business-clock.js';
import { SystemClock } from '../context/system-clock.js';
import { Config } from './config.js';

/**
 * The settings and the clocks; CLOCK freezes the business clock. The module is global, because classes all over `src/`
 * use them.
 */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: BusinessClock, useFactory: () => new BusinessClock(config.clock, config.timeZone) },
        SystemClock,
      ],
      exports: [Config, BusinessClock, SystemClock],
    };
  }
}
