import { Controller, Header, Headers } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Page } from '../endpoint/endpoint.js';
import { Metrics } from './metrics.js';

/** The page that Prometheus reads. */
@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Page('/metrics')
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  read(@Headers('authorization') authorization: string | undefined): Promise<string> {
    this.metrics.admit(authorization);
    return this.metrics.text();
  }
}
