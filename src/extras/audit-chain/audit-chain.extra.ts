import type { Config } from '../../config/config.js';
import type { Db } from '../../database/db.js';
import { AuditChain1764000000000 } from './audit-chain.migration.js';
import { AuditChainModule } from './audit-chain.module.js';
import { AuditKeys } from './audit-keys.js';

export { addAuditCommands as addCommands } from './audit.commands.js';
export { inspectChain as inspect } from './chain-inspection.js';
export const domain = AuditChainModule;
export const migrations = [AuditChain1764000000000];

export function reencrypt(db: Db, config: Config): Promise<void> {
  return new AuditKeys(config).keep(db);
}
