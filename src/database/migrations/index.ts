import type { MigrationInterface } from 'typeorm';
import { Service1700000000000 } from './1700000000000-service.js';
import { Users1764000001000 } from './1764000001000-users.js';

/** Every migration, in order. */
export const migrations: (new () => MigrationInterface)[] = [Service1700000000000, Users1764000001000];
