import { DiscoveryService } from '@nestjs/core';

export interface JobOptions {
  /** Names the job in the database, the audit, the metrics and `agency doctor`; never change it. */
  name: string;
  /** Milliseconds between the starts of two runs. */
  every: number;
  /** If true, every instance runs the job, without a lease. Use it for work on data in the memory of an instance. */
  everywhere?: boolean;
}

/**
 * Declares a method of a provider as a job, which the service runs at an interval. Only the instance with the job's
 * lease in the database runs it. If that instance stalls for longer than the lease, another instance starts the job
 * while the first may still run it, so two runs at the same time must do no harm.
 */
export const Job = DiscoveryService.createDecorator<JobOptions>();
