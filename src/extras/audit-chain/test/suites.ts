import type { OfExtra } from '../../../../test/support/suites/of-extras.js';

// Only `agency reseal` fills the table of keys.
export const emptyInDemo: OfExtra['emptyInDemo'] = ['audit_keys'];

export const changing: OfExtra['changing'] = ['audit_seals'];

export const metrics: OfExtra['metrics'] = ['audit_rows_without_seal'];

export const checks: OfExtra['checks'] = ['audit verify'];
