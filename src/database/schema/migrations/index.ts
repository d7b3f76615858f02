import type { MigrationInterface } from 'typeorm';
import { Initial1764000000000 } from './1764000000000-initial.js';

/** All migrations, in the order in which they run: the number of each is that of the one before it plus 1. */
export const migrations: (new () => MigrationInterface)[] = [Initial1764000000000];
