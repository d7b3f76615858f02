import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { adapterOf } from '../../database/start/adapter-of.js';
import { DatabaseStart } from '../../database/start/database-start.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { Metrics } from '../../observability/metrics.js';
import { Replica } from './replica.js';

/** Sends reads that may be slightly stale to the database of DATABASE_READ_URL, if it is set. */
@Module({ imports: [ObservabilityModule] })
export class ReplicaModule implements OnApplicationShutdown {
  private readonly replica?: Replica;

  constructor(config: Config, { dataSource }: DatabaseStart, db: Db, metrics: Metrics) {
    if (!config.databaseRead) return;
    const replica = new Replica(dataSource, adapterOf(config, config.databaseRead));
    this.replica = replica;
    db.readLateFrom(replica);
    metrics.gauge(
      'database_replica_in_use',
      '1: reads that may be slightly stale use the database of DATABASE_READ_URL; 0: they use the primary.',
      () => (replica.isInUse ? 1 : 0),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.close();
  }
}
