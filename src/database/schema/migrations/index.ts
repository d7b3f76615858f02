import type { MigrationInterface } from 'typeorm';
import { Initial1764000000000 } from './1764000000000-initial.js';
import { Bookings1764000000001 } from './1764000000001-bookings.js';
import { ImportGroups1764000000002 } from './1764000000002-import-groups.js';
import { ShortenedImports1764000000003 } from './1764000000003-shortened-imports.js';
import { FoldedUserNames1764000000004 } from './1764000000004-folded-user-names.js';
import { ImportsOfAdministrators1764000000005 } from './1764000000005-imports-of-administrators.js';
import { WholeNames1764000000006 } from './1764000000006-whole-names.js';

/** All migrations, in the order in which they run: the number of each is that of the one before it plus 1. */
export const migrations: (new () => MigrationInterface)[] = [
  Initial1764000000000,
  Bookings1764000000001,
  ImportGroups1764000000002,
  ShortenedImports1764000000003,
  FoldedUserNames1764000000004,
  ImportsOfAdministrators1764000000005,
  WholeNames1764000000006,
];
