import cluster from 'node:cluster';
import type { Channel } from './channel.js';

/** Whether this process serves beside others (`WORKERS`), under a primary. */
export const { isWorker } = cluster;

/** The number that a worker has in the log. Each one that is started has the next. */
export const workerNumber = cluster.worker?.id;

/** A worker's line to its primary. */
export const primary = process as Channel;
