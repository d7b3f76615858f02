import { Controller, Header, Headers } from '@nestjs/common';
import { Registry } from 'prom-client';
import { version } from '../../config/project.js';
import { Health } from '../../observability/health.js';
import { Metrics } from '../../observability/metrics.js';
import { Page } from '../endpoint/endpoint.js';

/** Health for load balancers, and metrics for Prometheus. */
@Controller()
export class OperationsController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {}

  @Page('/health/live')
  live(): { status: 'alive'; version: string } {
    return { status: 'alive', version };
  }

  @Page('/health/ready')
  ready(): Promise<object> {
    return this.health.ready();
  }

  @Page('/metrics')
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  read(@Headers('authorization') authorization: string | undefined): Promise<string> {
    this.metrics.admit(authorization);
    return this.metrics.text();
  }
}
