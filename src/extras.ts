import type { Type } from '@nestjs/common';
import type { Command } from 'commander';
import type { Cli } from './cli/service.js';
import type { Config } from './config/config.js';
import type { ExtraSettings } from './config/settings/environment.js';
import type { Db } from './database/db.js';
import type { Finding } from './database/driver/finding.js';
import type { Migration } from './database/schema/migrations/index.js';
import { auditChainSettings } from './extras/audit-chain/audit-chain.settings.js';
import { openIdSettings } from './extras/openid/openid.settings.js';

/** The parts of an extra besides its settings: the exports of its `*.extra.ts`. */
export interface Extra {
  /** The module with its tables, controllers and services. */
  domain: Type;
  /** The migrations that create and change its tables. */
  migrations: readonly Migration[];
  /** Adds commands to `agency`. */
  addCommands: (program: Command, cli: Cli) => void;
  /** Checks its settings for `agency doctor`, before the command opens the database. */
  checkSettings?: (config: Config) => Promise<Finding[]>;
  /** Checks its rows for `agency doctor`. */
  inspect: (db: Db, config: Config) => Promise<Finding[]>;
  /** Why the service cannot start with these settings on this database. */
  startProblems?: (db: Db, config: Config) => Promise<string[]>;
  /** Keeps for `agency reseal` its values that only a former FIELD_KEY reads. */
  reencrypt?: (db: Db, config: Config) => Promise<void>;
}

/**
 * The extras of the service. No other file outside `extras/` names them. To build the service without one, remove its
 * folder and its lines here. Settings are read before the service is loaded, so this file loads nothing else at once.
 */
export const extras: readonly { settings: ExtraSettings; load: () => Promise<Extra> }[] = [
  { settings: auditChainSettings, load: () => import('./extras/audit-chain/audit-chain.extra.js') },
  { settings: openIdSettings, load: () => import('./extras/openid/openid.extra.js') },
];

export function loadExtras(): Promise<Extra[]> {
  return Promise.all(extras.map(({ load }) => load()));
}
