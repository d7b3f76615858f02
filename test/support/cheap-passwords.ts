import { passwordCost } from '../../src/auth/passwords/password-hashes.service.js';

// The service's own cost, which password-hashes.spec.ts holds, is most of what a suite with many sign-ins takes.
Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 });
