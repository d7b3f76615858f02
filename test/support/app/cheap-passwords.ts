import { passwordCost } from '../../../src/auth/passwords/password-hashes.service.js';

// The service's own hashing cost, which password-hashes.spec.ts tests, would take most of the time of suites with many
// sign-ins.
Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 });
