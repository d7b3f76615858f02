import type { MigrationInterface } from 'typeorm';
import { Initial1764000000000 } from './1764000000000-initial.js';

/** Every migration, in order. */
export const migrations: (new () => MigrationInterface)[] = [Initial1764000000000];
