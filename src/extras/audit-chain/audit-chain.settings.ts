import type { CleanedEnv } from 'envalid';
import { day, duration } from '../../config/settings/validators.js';

const environment = {
  RETAIN_AUDIT: duration(31 * day, 36_600 * day, {
    default: undefined,
    desc:
      'Delete audit rows older than this many seconds (`3660d`). Unset: never. If the database user may not delete, ' +
      'run `agency audit prune`.',
  }),
};

export const auditChainSettings = {
  environment,
  read: ({ RETAIN_AUDIT: retainAudit }: CleanedEnv<typeof environment>) => ({ retainAudit }),
};
