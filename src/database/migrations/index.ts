import type { MigrationInterface } from 'typeorm';
import { Service1700000000000 } from './1700000000000-service.js';
import { Users1764000001000 } from './1764000001000-users.js';
import { Contacts1764000005000 } from './1764000005000-contacts.js';
import { Activities1764000008000 } from './1764000008000-activities.js';
import { Securities1764000014000 } from './1764000014000-securities.js';

/** Every migration, in order. */
export const migrations: (new () => MigrationInterface)[] = [
  Service1700000000000,
  Users1764000001000,
  Contacts1764000005000,
  Activities1764000008000,
  Securities1764000014000,
];
