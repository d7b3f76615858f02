import type { MigrationInterface } from 'typeorm';
import { Service1700000000000 } from './1700000000000-service.js';

/** Every migration, in order. */
export const migrations: (new () => MigrationInterface)[] = [Service1700000000000];
