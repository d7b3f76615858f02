import { Module, type OnModuleDestroy } from '@nestjs/common';
import cluster from 'node:cluster';
import { Unavailable } from '../../errors/errors.js';
import { HttpModule } from '../../http/http.module.js';
import { RequestBudgets } from '../../http/server/request-budgets.js';
import { Metrics } from '../../observability/metrics.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { answer, ask, primary, receive, send } from './channel.js';

/** Milliseconds between two reports of the request counts. */
const reportEvery = 1000;

/** Makes several workers (`WORKERS`) one instance with common metrics and common limits for requests. */
@Module({ imports: [HttpModule, ObservabilityModule] })
export class WorkersModule implements OnModuleDestroy {
  private readonly timer?: NodeJS.Timeout;

  constructor(metrics: Metrics, budgets: RequestBudgets) {
    if (!cluster.isWorker) return;
    answer(primary, 'metrics', () => metrics.ofProcess().getMetricsAsJSON());
    metrics.readFrom(metricsOfAll);
    receive(primary, 'requests', ({ counts }) => budgets.add(counts));
    budgets.takeCounts();
    this.timer = setInterval(() => report(budgets), reportEvery).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}

/** The metrics of all workers in the format of Prometheus. Throws Unavailable if a worker does not answer. */
async function metricsOfAll(): Promise<string> {
  const text = await ask(primary, 'metrics of all');
  if (typeof text !== 'string') throw new Unavailable('A worker does not answer.', { retryAfter: 1 });
  return text;
}

function report(budgets: RequestBudgets): void {
  const counts = budgets.takeCounts();
  if (counts.users.length + counts.addresses.length > 0) send(primary, { kind: 'requests', counts });
}
